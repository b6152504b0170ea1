"""The rule book: every rule of Marjolet by its ID, in words for players, and the texts it rests on.

IDs are stable; findings, explanations and tests cite them. ``MJ-I`` are what follows from the other rules.
"""

from collections.abc import Mapping

from marriage_analysis.games.rule_options.rule_book import Rule, Source

SOURCES: Mapping[str, Source] = {
    source.code: source
    for source in (
        Source(
            "S1",
            "The Spanish rendering of the Wikipedia article on Marjolet, which cites Parlett's Penguin "
            "Book of Card Games and his A-Z.",
        ),
        Source("S2", "The English Wikipedia article on Marjolet in its newer form, with its mirrors."),
        Source(
            "S3",
            "An older form of the English Wikipedia article, with a mirror: it differs on the tenth "
            "trick and on the last six.",
        ),
        Source("S4", "The page on Marjolet of adpoker.fr."),
        Source("S5", "The page on Marjolet of le-mistigri.fr."),
        Source("S6", "The page on Marjolet of jeux-de-cartes.com, with an English translation; it has slips."),
        Source("S7", "The German Pagat page on Marjolet, after the Guide Marabout of 1966."),
        Source("S8", "The Pagat page on Bezique and its variations."),
        Source(
            "S9",
            "Notes of a project on GitHub about S8: its meld values were corrected, and a rule of "
            "another book was later put right.",
        ),
        Source(
            "S10",
            "The page on Marjolet of gamerules.com and a copy; it stands alone with the values of Bezique.",
        ),
        Source("B1", "The laws of Bezique in Enquire Within, for comparison."),
        Source("B2", "The Britannica article on Bezique, for comparison."),
        Source("B3", "Foster's Hoyle on Bezique, for comparison."),
        Source("B4", "Parlett's Penguin Book of Card Games on Bezique, for comparison."),
        Source("B5", "Cassell's book and zpag.net on the deal in Bezique, for comparison."),
        Source("K1", "The page on Brisque of adpoker.fr, for comparison."),
        Source("X1", "Foster's Hoyle and symuli.com on Sixty-six, for comparison."),
        Source(
            "house",
            "No text says it: derived from the other rules, or chosen by the makers of this rule book.",
        ),
    )
}
"""The sources by code."""

RULES: Mapping[str, Rule] = {
    rule.id: rule
    for rule in (
        Rule(
            "MJ-P1",
            "S1 S2 S4 S5 S7 S8 S10",
            "There are 32 cards, one of each: ace, ten, king, queen, jack, nine, eight, seven in every "
            "suit, ranking in this order, in trumps too.",
        ),
        Rule(
            "MJ-P2",
            "S1 S4 S7 S8 S10",
            "The four aces and four tens are brisques; no other card counts by itself.",
        ),
        Rule("MJ-D1", "S4 S7 S10", "Two play. Lots decide who deals first; then the deal alternates."),
        Rule(
            "MJ-D2",
            "S1 S4 S7 B5",
            "Each gets six cards, in packets of two or of three; the other player gets the first "
            "packet of each round. A hand is dealt in packets of one size, which the dealer chooses.",
        ),
        Rule(
            "MJ-D3",
            "S1 S4 S7",
            "The thirteenth card is turned up and makes its suit trumps. It lies crosswise under the "
            "stock of 19 cards.",
        ),
        Rule("MJ-D4", "S1 S2 S3 S5", "A seven turned up scores 10 for the dealer at once."),
        Rule(
            "MJ-T1",
            "S1 S4 S5 S8",
            "The dealer's opponent leads to the first trick, and the winner of a trick to the next.",
        ),
        Rule("MJ-T2", "S1 S4 S5 S8 S10", "While there is a stock either player may play any card."),
        Rule(
            "MJ-T3",
            "S1 S5 S8 S10",
            "The higher trump wins a trick; without a trump, the higher card of the suit led.",
        ),
        Rule(
            "MJ-T4",
            "S1 S4 S5 S8",
            "After each trick the winner may declare, then draws the top card of the stock, and the "
            "loser the next; the winner leads.",
        ),
        Rule(
            "MJ-T5",
            "B2 B3 X1",
            "Ten tricks are followed by draws. After the tenth the winner draws the last card of the "
            "stock and the loser takes the card that lies face up, which is always a trump; six cards "
            "each are left for six more tricks.",
        ),
        Rule("MJ-T6", "S1 S3 B3", "After the last draw all melds are taken back into the hand."),
        Rule(
            "MJ-M1",
            "S1 S2 S3 S4 S6 S9 S10",
            "Melds: four aces 100, four tens 80, four kings 60, four queens 40; king and queen of "
            "trumps 40, of a plain suit 20; the marjolet (jack of trumps) with the queen of trumps 40, "
            "with a plain queen 20. There is no meld of jacks alone and none of a sequence.",
        ),
        Rule(
            "MJ-M2",
            "S1 S2 S4 S5 S8",
            "Only the winner of one of the first ten tricks may declare, after the trick and before "
            "drawing, from the five cards then held. Nobody has to.",
        ),
        Rule(
            "MJ-M3",
            "S1 S4 S5 S8",
            "Any number of melds may be declared after a trick; all of them score at once.",
        ),
        Rule(
            "MJ-M4",
            "S1 S4",
            "Melded cards lie face up and stay cards of the hand: they may be played, and melded again "
            "with others.",
        ),
        Rule(
            "MJ-M5",
            "S1 S4 B3",
            "The same set of cards may not be melded twice in a hand. Otherwise no new card is needed.",
        ),
        Rule(
            "MJ-M6",
            "S1 S3",
            "The winner of the tenth trick may still declare before the last draw; after it nobody may.",
        ),
        Rule("MJ-M7", "S1 house", "Points for melds are scored at once and never lost."),
        Rule(
            "MJ-X1",
            "S1 S2 S3 S5",
            "A player who has just won a trick and holds the seven of trumps (the dix) may exchange it "
            "for the card turned up and scores 10: once a hand, and not where a seven was turned up.",
        ),
        Rule("MJ-X2", "S1 S3 X1", "The exchange takes place in the window after a trick just won."),
        Rule("MJ-X3", "S1 B1", "Exchange and melds come in any order; the card taken may be melded at once."),
        Rule("MJ-X4", "S1 S5 K1", "The exchange is still allowed after the tenth trick, before the last draw."),
        Rule(
            "MJ-X5",
            "S1 S3 S5",
            "Where nobody has exchanged, whoever plays the dix scores 10 at once, whether the trick is "
            "won or lost.",
        ),
        Rule("MJ-X6", "S1 B1", "That holds in the last six tricks too."),
        Rule(
            "MJ-X7",
            "S1 house",
            "A seven that was turned up has scored 10 for the dealer, and scores 10 more for the "
            "player who takes it and plays it. After an exchange the dix scores no more.",
        ),
        Rule("MJ-S1", "S1 B3", "The winner of the tenth trick leads to the eleventh and may lead any card."),
        Rule(
            "MJ-S2",
            "S1 S2 S3 S4 B1 B2 B3 X1",
            "In the last six tricks the second player must follow suit, and must beat the card led "
            "with one of its suit where that is possible; without the suit a trump must be played, any "
            "one; without a trump any card may be played.",
        ),
        Rule("MJ-S3", "S1 S2 S3", "In the last six tricks nothing is drawn, declared or exchanged."),
        Rule("MJ-B1", "S1 S3 S9", "The winner of the tenth trick scores 10."),
        Rule("MJ-B2", "S1 S3 B1 B3", "The winner of the last trick scores 10."),
        Rule("MJ-B3", "S1 S3", "A player who wins all of the last six tricks scores 60 in place of these 10."),
        Rule("MJ-B4", "S1 S4 S5 S8 S10", "Every brisque in the tricks won counts 10: together always 80."),
        Rule(
            "MJ-G1",
            "S1 B4",
            "Melds and bonuses are scored as they occur, brisques after the last trick: first the "
            "other player's, then the dealer's.",
        ),
        Rule(
            "MJ-G2",
            "S1 S4 S7 S8 S10",
            "A game is played to 500 points, or to 1000 where that is agreed, over as many hands as it takes.",
        ),
        Rule(
            "MJ-G3",
            "house B1",
            "The target is tested when a hand is settled. Where both have reached it the higher total "
            "wins; where they are equal another hand is played.",
        ),
        Rule("MJ-G4", "S7 S10", "The other player deals the next hand, whoever won."),
        Rule("MJ-G5", "house", "No text has a penalty for a revoke or a misdeal: a record of one is refused."),
        Rule("MJ-I1", "house", "The brisque points of a hand are multiples of 10 and add up to 80."),
        Rule("MJ-I2", "house", "The points for the dix add up to 10, or to 20 where a seven was turned up."),
        Rule(
            "MJ-I3",
            "house",
            "All points but those for melds add up to 110 or 160, or with a seven turned up to 120 or 170.",
        ),
        Rule(
            "MJ-I4",
            "house",
            "Melds are multiples of 20: at most 140 in one window, 400 for one player, 480 for both.",
        ),
        Rule("MJ-I5", "house", "Both players together score 110 to 650 in a hand, one player 0 to 560."),
        Rule("MJ-I6", "house", "Every score is a multiple of 10."),
        Rule(
            "MJ-I7",
            "house",
            "There are 16 tricks and 20 draws, and every card is played once: six cards each before "
            "the tricks up to the eleventh, five in a window.",
        ),
        Rule(
            "MJ-I8",
            "house",
            "The card taken last is a trump: the card turned up, or the seven where it was exchanged.",
        ),
    )
}
"""The rules by ID, in the order of the rules reference."""
