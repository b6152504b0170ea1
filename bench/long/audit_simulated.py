"""Plays compiled games under every preset at two to six seats, and audits every record of them.

``python bench/long/audit_simulated.py --games 100000`` does the whole; a line is written for each preset and
number of seats, so that it can be stopped and gone on with (``--from LINE``). A finding that is no mere note
ends it with status 1 and the record on stdout.
"""

import argparse
import sys
import time
from collections import Counter
from typing import Final

from marriage_analysis.audit.audit import examine_record
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.marriage.players.style import STYLES
from marriage_analysis.games.marriage.rules.presets import PRESETS
from marriage_analysis.play.simulate import Plan, simulate
from marriage_analysis.records.exporting import format_record
from marriage_analysis.records.validate import read_text

NOTES: Final = {"tunnel_not_displayed", "winner_net_negative", "unseen_carries_maal"}
"""What an audit notes of a right record: legal things that people ask about."""


def plans() -> list[Plan]:
    names = list(STYLES)
    found: list[Plan] = []
    for preset in PRESETS:
        for seats in range(2, 7):
            players = tuple(names[(len(found) + seat) % len(names)] for seat in range(seats))
            rules = {"preset": preset, "options": {"max_players": 6}}
            found.append(
                Plan(game=GAMES["marriage"], rules=rules, seats=seats, seed="audited", policies=players)
            )
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--lines", type=int, default=99)
    arguments = parser.parse_args()
    everything = plans()
    number = -(-arguments.games // len(everything))
    for index, plan in list(enumerate(everything))[arguments.first : arguments.first + arguments.lines]:
        begun, met = time.process_time(), Counter[str]()
        for record in simulate(plan, games=number, compiled=True):
            line = format_record(record)
            again, findings = read_text(line.decode())
            found = {finding.code.name for finding in findings}
            if again == record:
                found |= {finding.code.name for finding in examine_record(record).findings}
            else:
                found.add("read otherwise")
            if found - NOTES:
                sys.stdout.buffer.write(line + b"\n")
                print(f"{plan.rules['preset']}, {plan.seats} seats: {found - NOTES}", file=sys.stderr)
                return 1
            met[record.parts.result.ending.value] += 1
        print(
            f"{index:2} {plan.rules['preset']:13} {plan.seats} seats: {number} games, 0 findings;",
            ", ".join(f"{ending} {games}" for ending, games in met.most_common()),
            f"({time.process_time() - begun:.0f} s)",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
