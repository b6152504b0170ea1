"""Plants one mistake in a sound record, chosen by a seed, to show and to test what an audit finds."""

import random
from dataclasses import dataclass

from marriage_analysis.audit.audit import examine_record
from marriage_analysis.audit.verdict import verdict_of
from marriage_analysis.errors import SettlementError
from marriage_analysis.games.abilities import Mistake, Slips, require
from marriage_analysis.records.model import Record


@dataclass(frozen=True, slots=True)
class Planted:
    """A record with one mistake in it; ``mistake`` tells where and what."""

    record: Record
    mistake: Mistake


def plant_mistake(record: Record, *, seed: int) -> Planted:
    """The record with one field of one seat changed so that it contradicts itself; its digest is taken off.

    The same seed gives the same mistake. Every mistake of the game's list that an audit can see is equally
    likely. Raises ``SettlementError`` where the record says too little for any mistake to show.
    """
    game = record.game_value
    candidates = list(require(game, Slips).mistakes(record.parts))
    random.Random(seed).shuffle(candidates)
    bare = record.model_copy(update={"digest": None})
    for mistake in candidates:
        changed = bare.with_parts(mistake.parts)
        examination = examine_record(changed)
        if verdict_of(examination.findings, examination).is_bad:
            return Planted(changed, mistake)
    raise SettlementError(f"no mistake in {record.id!r} would show: it says too little")
