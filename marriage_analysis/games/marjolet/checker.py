"""A second opinion on a hand: its points counted from the text of the play, without the engine.

Works on the entries as they are written, card by card in their two letters, by the sentences of the rules. It
judges no legality; whether a play is allowed says the engine.
"""

from collections.abc import Mapping, Sequence

from marriage_analysis.games.marjolet.rules.rule_set import RuleSet

_STRENGTH = "789JQKTA"
_FOURS = {
    "marjolet": {"A": 100, "T": 80, "K": 60, "Q": 40},
    "bezique": {"A": 100, "K": 80, "Q": 60, "J": 40},
}


def count_hand(
    play: Sequence[str], rules: RuleSet, *, turnup: str, dealer: int
) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Brisques, melds, dix, bonus and points of each seat, of a hand that was played to its end.

    Every card of the tricks must be known. A hand that the target stopped is not counted here.
    """
    trump = turnup[1]
    sums = [dict.fromkeys(("brisques", "melds", "dix", "bonus"), 0) for _ in range(2)]
    if turnup[0] == "7":
        sums[dealer]["dix"] += 10
    exchanged = False
    won: list[int] = []
    for number, entry in enumerate(play, start=1):
        words = entry.split(" ")
        leader = int(words[0][0])
        first, second = words[1], words[2]
        for seat, card in ((leader, first), (1 - leader, second)):
            if card == "7" + trump and _scores_when_played(rules, number, exchanged, turnup == card):
                sums[seat]["dix"] += 10
        winner = 1 - leader if _beats(second, first, trump) else leader
        won.append(winner)
        sums[winner]["brisques"] += 10 * sum(card[0] in "AT" for card in (first, second))
        for word in words[4:]:
            if word == "dix":
                exchanged = True
                sums[winner]["dix"] += 10
            elif word.startswith("meld("):
                sums[winner]["melds"] += _meld_points(word[5:-1], trump, rules)
    if rules.tenth_bonus.value != "none":
        sums[won[9] if rules.tenth_bonus.value == "winner" else 1 - won[9]]["bonus"] += 10
    swept = len(set(won[10:])) == 1
    sums[won[15]]["bonus"] += rules.all_six if swept else 10
    first_sum, second_sum = ({**columns, "points": sum(columns.values())} for columns in sums)
    return first_sum, second_sum


def _beats(second: str, first: str, trump: str) -> bool:
    if second[1] == first[1]:
        return _STRENGTH.index(second[0]) > _STRENGTH.index(first[0])
    return second[1] == trump


def _scores_when_played(rules: RuleSet, trick: int, exchanged: bool, turned: bool) -> bool:
    if exchanged or rules.dix_play.value == "never" or (turned and rules.turned_seven.value == "once"):
        return False
    return rules.dix_play.value == "always" or trick <= 10


def _meld_points(cards: str, trump: str, rules: RuleSet) -> int:
    held = sorted(cards[at : at + 2] for at in range(0, len(cards), 2))
    if len(held) == 4:
        return _FOURS[rules.meld_table.value][held[0][0]]
    # Only couples count 40 or 20: K and Q of a suit, the marjolet and a queen, or J and Q of a suit.
    return 40 if all(card[1] == trump for card in held) else 20
