"""The rulebook: every rule of Marriage by its ID, in words for players, and the texts it rests on.

IDs are stable; findings, explanations and tests cite them. Where the texts contradict each other the entry is
``CF-nn`` and names the question, which an option of the rule set answers; where no text says anything it is
``SL-nn`` and gives the choice made.
"""

from collections.abc import Mapping

from marriage_analysis.games.rule_options.rule_book import Rule, Source

SOURCES: Mapping[str, Source] = {
    source.code: source
    for source in (
        Source("es", "Spanish translation of the Wikipedia article on Marriage (its point table is lost)."),
        Source("pl", "Polish translation of the Wikipedia article, with an older point table."),
        Source("ja", "Japanese translation of the Wikipedia article (its point table is lost)."),
        Source("pg", "Portuguese translation of the Pagat page on Marriage (its point table is lost; see dt)."),
        Source(
            "dt",
            "A score calculator written in Dart that reproduces the Pagat point table and states the same "
            "settlement formula.",
        ),
        Source(
            "en",
            "English Wikipedia article, full text and tables, as copied in the GitHub project "
            "Pkoiralap/marriage-card-game.",
        ),
        Source("al", "Copy of an older English article on alchetron.com."),
        Source("uf", "Rewrite of the gamerules.com page on ultrafoodmess.com."),
        Source("sj", "GitHub project sanjeebko/MarriageCalculator: scoring, settings and tests."),
        Source(
            "bh",
            "GitHub project L-factorial/bhidne-ho: a complete game program with a description and tests.",
        ),
        Source(
            "cr",
            "GitHub project timecapsulellc/clubroyale-: descriptions and settings that contradict each other, "
            "of low weight.",
        ),
        Source("sc", "GitHub project siddhartha-chandra/marriage-rummy."),
        Source(
            "calc",
            "Four small score keepers on GitHub: sushant2mainali, arun-praj, abhiyaNBro, dorjelama.",
        ),
        Source("dl", "The score keeper by dorjelama, one of calc, cited alone."),
        Source("sp", "An anonymous public specification."),
        Source("oc", "The rules of an anonymous club."),
        Source("ya", "Store text of the game by Yarsa."),
        Source("bs", "Site and blog of Bhoos."),
        Source("un", "A forum post of 2008 with rules."),
        Source(
            "own",
            "No text says it: derived from the other rules, or chosen by the makers of this rulebook.",
        ),
    )
}
"""The sources by code."""

RULES: Mapping[str, Rule] = {
    rule.id: rule
    for rule in (
        # Terms
        Rule(
            "TERM-01",
            "es pl pg ja en",
            "A tunnel (also tunnela, tunella, tanella, tunala) is three identical cards: same rank, same suit.",
        ),
        Rule(
            "TERM-02",
            "es pl pg ja en",
            "A pure sequence is consecutive cards of one suit with no wild card in it.",
        ),
        Rule(
            "TERM-03",
            "es pl pg ja en",
            "A sequence, or dirty sequence, is the same with at least one wild card.",
        ),
        Rule(
            "TERM-04",
            "es pl pg ja en",
            "A trial (pg: triplet) is cards of one rank, all of different suits; a dirty trial has a wild "
            "card in it.",
        ),
        Rule(
            "TERM-05",
            "es pl pg ja en",
            "A dublee (also dubli, doubli, doublee) is two identical natural cards.",
        ),
        Rule("TERM-06", "es pl pg ja en", "Maal (mal) are the cards worth points; the main maal is the tiplu."),
        Rule(
            "TERM-07",
            "es pl pg ja en",
            "The tiplu is the hidden card chosen at the first show; its two other copies are in play.",
        ),
        Rule(
            "TERM-08",
            "es pl pg ja en",
            "Poplu (paplu) and jhiplu (nichlu) are the cards of the tiplu's suit one rank above and one rank "
            "below it, counted round in a circle (DER-02).",
        ),
        Rule(
            "TERM-09",
            "es pl ja en",
            "The alter (altar, alternate tiplu) is the card of the tiplu's rank in the other suit of its "
            "colour: JC has JS, 8H has 8D.",
        ),
        Rule(
            "TERM-10",
            "es pl pg ja en",
            "An ordinary joker is a card of the tiplu's rank in another suit, the alter left out where it "
            "counts for points.",
        ),
        Rule(
            "TERM-11",
            "es pl ja en bh",
            "Putali (lamphe, bhuut, man, tarsaune) is the printed joker, where it is in the pack.",
        ),
        Rule(
            "TERM-12",
            "es pl pg ja en",
            "A marriage is one jhiplu, one tiplu and one poplu together; a laid marriage lies face up as told "
            "in SCORE-06.",
        ),
        Rule(
            "TERM-13",
            "es pl ja en bs",
            "The master card (bs: superman) is one extra card that is wild even in primary sets.",
        ),
        Rule(
            "TERM-14",
            "es pl pg ja en",
            "The offered card (choice card) is the face-up card the next player may take: the latest discard.",
        ),
        Rule(
            "TERM-15",
            "es pl pg ja en",
            "The pure round is the time before a player's own primary show, the dirty round the time after it.",
        ),
        Rule(
            "TERM-16",
            "es pl ja en",
            'Pachaunu (es: pachaynu), "to digest": points lapse if their owner never saw the tiplu.',
        ),
        Rule(
            "TERM-17",
            "es pl ja en",
            "Murder, kidnap, dhoos, better, dhulo pelai and open are names of variations (VAR-01, VAR-05 to "
            "VAR-11).",
        ),
        # Deck, players, deal
        Rule(
            "DECK-01",
            "es pl pg ja en bh",
            "Three packs of 52 cards are played with: 156 cards, three copies of each.",
        ),
        Rule(
            "DECK-02",
            "es pl ja bh sj bs",
            "Up to three printed jokers may be added; they are wild. Most texts leave them out.",
        ),
        Rule(
            "DECK-03",
            "es pl ja en bs",
            "One master card may be added, also to packs that hold printed jokers.",
        ),
        Rule(
            "DECK-04",
            "pl pg ja en sj cr un",
            "Two to five players; some tables seat six. There are never fewer than two.",
        ),
        Rule(
            "DECK-05",
            "es pl pg ja uf",
            "In sequences the ranks go A 2 3 .. 10 J Q K A: the ace is low or high.",
        ),
        Rule(
            "DEAL-01",
            "es pl pg ja sp uf",
            "Deal and play go one way round the table, and the next dealer is the next seat that way.",
        ),
        Rule(
            "DEAL-02",
            "es pl pg ja bh",
            "Everybody gets 21 cards, one at a time, the first to the seat that plays first.",
        ),
        Rule(
            "DEAL-03",
            "es pl pg ja",
            "The next card is turned up and is the first offered card; the rest lie face down as the stock.",
        ),
        Rule(
            "DEAL-04",
            "own bh",
            "After the deal the stock has 113, 92, 71 or 50 cards for two to five players; one more for each "
            "printed joker and for a master card, one fewer in an open game.",
        ),
        Rule("DEAL-05", "es pl pg ja", "The seat after the dealer, in the direction of play, acts first."),
        Rule("DEAL-06", "es ja en", "The deal is cancelled if the hands are not equal (IRR-04)."),
        Rule(
            "DEAL-07",
            "pg uf",
            "Anybody may deal first, or whoever cuts the lowest card. This is not checked.",
        ),
        Rule("DEAL-08", "es pl pg ja", "A player who is dealt a tunnel may display it at once (TUN-02)."),
        # Turn, draw, discard, stock
        Rule(
            "TURN-01",
            "es pl pg ja",
            "A turn starts with exactly one card: the top of the stock, unseen by others, or the offered card.",
        ),
        Rule(
            "TURN-02",
            "es pl pg ja",
            "The hand grows from 21 to 22 cards; after a show or finish, if any, exactly one card is thrown "
            "face up.",
        ),
        Rule("TURN-03", "es pl pg ja uf", "Only the latest discard can be taken; older ones are out of play."),
        Rule(
            "TURN-04",
            "es pl pg ja cr sc",
            "The first player may take the card the dealer turned up; single sources say must, or must not.",
        ),
        Rule(
            "TURN-05",
            "pg uf",
            "A card taken from the discard pile may not be thrown in the same turn, not even as the last "
            "discard of a finish; another copy of it may.",
        ),
        Rule(
            "TURN-06",
            "pg cr",
            "A player who has seen and plays by sets may not take a thrown wild card but draws from the "
            "stock. A player who has not seen may take it and then show.",
        ),
        Rule(
            "TURN-07",
            "pg cr sp",
            "A player who has not seen may take any offered card; single sources allow it only for a show "
            "made at once, or never.",
        ),
        Rule(
            "TURN-08",
            "es pl pg ja bh",
            "A player who showed seven dublees may take the offered card only if it makes the eighth and ends "
            "the game.",
        ),
        Rule(
            "TURN-09",
            "own",
            "A wild card offered to a player of dublees may be taken if it pairs with a card outside the "
            "seven and the player finishes with it; otherwise not.",
        ),
        Rule("TURN-10", "es pl pg ja bh", "A show must leave a card to throw; the throw comes after the show."),
        Rule("TURN-11", "own bh", "Cards in shown sets and in displayed tunnels cannot be thrown."),
        Rule(
            "STOCK-01",
            "pg bh uf sp es pl ja",
            "When a turn ends with no card left in the stock, all discards but the latest are shuffled and "
            "put face down on top of the tiplu, and play goes on.",
        ),
        Rule("STOCK-02", "es pl pg ja bh", "The tiplu under the stock is never drawn and never shuffled in."),
        Rule(
            "STOCK-03",
            "es pl ja",
            "Other reading: the stock is used up, nobody has finished, the game is dismissed; the last "
            "discard can then not be taken.",
        ),
        Rule(
            "STOCK-04",
            "own bh",
            "With nothing to shuffle the game is dismissed without payments. In regular play this cannot "
            "happen.",
        ),
        Rule(
            "STOCK-05",
            "own",
            "Where all discards are shuffled, the latest too, no card is offered and the next player draws "
            "from the stock.",
        ),
        Rule(
            "STOCK-06",
            "own",
            "If the first show comes when no card that can be the tiplu is left in the stock, all discards "
            "but the latest are shuffled at once, put on top of what is left, and the tiplu is picked from "
            "them. If one card is left that can be it, it is the tiplu.",
        ),
        Rule(
            "STOCK-07",
            "own",
            "A limit on reshuffles may be set; where one more would be needed, for drawing or for picking the "
            "tiplu in the middle of a turn, the game is dismissed.",
        ),
        # Sets
        Rule(
            "COMB-01",
            "es pl pg ja bh",
            "A tunnel is exactly three identical natural cards; wild cards never make one.",
        ),
        Rule(
            "COMB-02",
            "es pl pg ja bh",
            "A pure sequence is natural, of one suit, consecutive, and has three to thirteen cards, or "
            "exactly three (pg).",
        ),
        Rule(
            "COMB-03",
            "es pl pg ja",
            "A dirty sequence has natural cards of one suit, and wild cards fill its gaps or ends.",
        ),
        Rule(
            "COMB-04",
            "es pl pg ja",
            "A trial is three cards of one rank in different suits, or four where longer sets are played.",
        ),
        Rule(
            "COMB-05",
            "es pl pg ja",
            "A dirty trial has at least one wild card and natural cards of different suits; four cards at "
            "most.",
        ),
        Rule(
            "COMB-06",
            "es pl pg ja bh",
            "Two wild cards with any third card are a set, and so are three wild cards.",
        ),
        Rule(
            "COMB-07",
            "es pl pg ja",
            "Two identical natural cards that are not wild are no set with a wild card.",
        ),
        Rule("COMB-08", "es pl pg ja", "Three cards of one rank with a suit twice (9S 9S 9C) are no set."),
        Rule("COMB-09", "es pl pg ja", "Ace, two, three is a sequence."),
        Rule("COMB-10", "pg uf sp un", "Queen, king, ace is a sequence too."),
        Rule(
            "COMB-11",
            "pg uf bh sp",
            "The ace never stands in the middle: K-A-2 is no sequence, with or without wild cards.",
        ),
        Rule(
            "COMB-12",
            "pg es pl ja",
            "A wild card may stand for itself: 10C JC QC is a pure sequence although JC is the tiplu.",
        ),
        Rule(
            "COMB-13",
            "own",
            "An ace is used once in a sequence; there is none of fourteen cards from ace to ace.",
        ),
        Rule(
            "COMB-14",
            "es pl pg ja bs",
            "A primary set is a pure sequence or a tunnel, never a trial and never with a wild card; where "
            "allowed, the master card may stand for one card of a pure sequence.",
        ),
        Rule("COMB-15", "es pl pg ja", "A secondary set is any sequence, tunnel or trial, pure or dirty."),
        Rule(
            "COMB-16",
            "es pl ja bs oc cr",
            "Printed jokers are wild only once their owner has seen. Three of them are a tunnel that may be "
            "displayed, and a primary set where the rules allow it.",
        ),
        Rule(
            "COMB-17",
            "es pl pg ja",
            "After the show a natural tunnel is still a set; wild cards cannot build one.",
        ),
        # Showing
        Rule(
            "SHOW-01",
            "es pl pg ja bh",
            "In the own turn, after drawing, a player may lay three primary sets face up.",
        ),
        Rule("SHOW-02", "es pl pg ja", "Tunnels displayed at the deal count towards the three."),
        Rule(
            "SHOW-03",
            "es pl pg ja",
            "The first player to show picks an unseen card from the face-down stock, looks at it alone and "
            "puts it face down under the stock: the tiplu.",
        ),
        Rule(
            "SHOW-04",
            "es pl pg ja",
            "Later players who show look at the tiplu; nobody can change it, and the others do not see it "
            "before the end.",
        ),
        Rule(
            "SHOW-05",
            "es pl pg ja",
            "Seven dublees face up are a full show as well; the player chooses or looks at the tiplu.",
        ),
        Rule("SHOW-06", "es pl ja", "Fewer than seven dublees are no set; an eighth is a secondary set."),
        Rule("SHOW-07", "own bh", "A player has one way, sets or dublees, fixed by the first show."),
        Rule("SHOW-08", "own bh", "Shown sets stay as they are: not made longer, split or rearranged."),
        Rule("SHOW-09", "pg", "No further sets are laid before the finish."),
        Rule("SHOW-10", "es pl pg ja", "Nobody has to show at once; a show may wait."),
        Rule(
            "SHOW-11",
            "own bh",
            "If the card picked as tiplu is a printed joker or the master card, it is put back and another is "
            "picked.",
        ),
        Rule(
            "SHOW-12",
            "es pl ja pg sj bh",
            "The tiplu under the stock belongs to nobody and scores for nobody, so there are at most two "
            "tiplus in the hands.",
        ),
        Rule(
            "SHOW-13",
            "own pg",
            "Every finish contains a show: who has not shown before first picks or looks at the tiplu. No "
            "game is scored without one.",
        ),
        # Derived cards
        Rule(
            "DER-01",
            "pg bh cr sp",
            "Tiplu two: the jhiplu is the ace, the poplu the three, and ace, two, three is a sequence.",
        ),
        Rule(
            "DER-02",
            "pg bh cr sp",
            "Tiplu ace: the jhiplu is the king, the poplu the two. K-A-2 is no sequence, but may count as a "
            "marriage for points; never as a laid one.",
        ),
        Rule(
            "DER-03",
            "pg bh cr sp",
            "Tiplu king: the jhiplu is the queen, the poplu the ace; they are a sequence where queen, king, "
            "ace is one.",
        ),
        Rule(
            "DER-04",
            "es pl pg ja",
            "Any other tiplu: jhiplu and poplu are the ranks next below and above in its suit, and the three "
            "are a sequence.",
        ),
        Rule(
            "WILD-01",
            "es pl pg ja",
            "Wild are the tiplu, the poplu, the jhiplu and every card of the tiplu's rank.",
        ),
        Rule(
            "WILD-02",
            "es pl pg ja",
            "There are nine ordinary jokers, or six and three alters. (The twelve of pg is a slip.)",
        ),
        Rule(
            "WILD-03",
            "es pl pg ja",
            "These cards are wild only for a player who has seen the tiplu; for others they are plain cards.",
        ),
        # Dublees
        Rule("DUB-01", "es pl pg ja", "Seven dublees to see the tiplu, eight to finish."),
        Rule(
            "DUB-02",
            "es pl pg ja",
            "Both cards of a dublee are natural and identical; three copies are one dublee and a spare card. "
            "The master card never helps.",
        ),
        Rule(
            "DUB-03",
            "es pl ja ya",
            "Dublees are allowed only with four or more players; pg knows no such limit.",
        ),
        Rule(
            "DUB-04",
            "es pl ja sp",
            "No wild card helps a dublee, but two jokers are one: printed ones, by wider readings also two "
            "ordinary jokers or any two wild cards once their owner has seen.",
        ),
        Rule(
            "DUB-05",
            "pg es pl ja bh",
            "A finish by dublees is eight pairs; the other cards are loose and need no set; one card is "
            "thrown (bh: none).",
        ),
        Rule("DUB-06", "es pl pg ja bh", "Maal in pairs and among the loose cards counts as usual."),
        Rule(
            "DUB-07",
            "es pl pg ja sj bh",
            "A winner by dublees gets a bonus from every loser: 5, or 7 in another place of the same article.",
        ),
        Rule(
            "DUB-08",
            "es pl ja sj pg bh",
            "A loser who showed dublees does not pay the 3 of those who have seen, whoever won and how; by pg "
            "and bh this loser pays.",
        ),
        Rule(
            "DUB-09",
            "pg",
            "Eight dublees may be laid at once without showing seven before: show and finish in one turn.",
        ),
        # Finishing
        Rule(
            "FIN-01",
            "es pl pg ja bh",
            "To finish by sets, the shown sets and all other cards but one, after drawing, lie in valid sets; "
            "that one is thrown.",
        ),
        Rule(
            "FIN-02",
            "es pl pg ja",
            "Usually these are three primary sets of three cards and four more sets of three.",
        ),
        Rule(
            "FIN-03",
            "pg",
            "Show, look and finish may happen in one turn, even the first; the others have then not seen.",
        ),
        Rule("FIN-04", "es pl pg ja sj", "Who finishes is the winner, even if the winner ends up paying."),
        Rule("FIN-05", "es pl pg ja", "The winner counts as having seen."),
        Rule(
            "FIN-06",
            "es pl pg ja",
            "At the end everybody learns the tiplu, and all hands are laid open and counted.",
        ),
        Rule(
            "FIN-07",
            "pg bh own",
            "The last discard is out of the hand, scores nothing and never brings a dhoos.",
        ),
        # Points
        Rule("PT-01", "pg pl en sj bh sp cr", "Tiplu: one 3; two 7 (pg, pl), 8 (en, sj, bh) or 6 (sp)."),
        Rule("PT-02", "pg pl en sj bh sp cr", "Poplu: 2, 5, 10 for one, two, three."),
        Rule("PT-03", "pg pl en sj bh sp cr", "Jhiplu: 2, 5, 10 for one, two, three."),
        Rule(
            "PT-04",
            "pl en sj bh sp cr",
            "Alter, where it counts: 5, 15, 25 for one, two, three; sj ends in 30, a later bh has 1, 2, 3.",
        ),
        Rule(
            "PT-05",
            "pl en sj bh sp cr",
            "Printed joker, where it counts: 5, 15, 25; sj ends in 30, bh has 2, 5, 10, sp nothing.",
        ),
        Rule("PT-06", "pg pl en sj bh sp cr", "An ordinary joker or plain card is worth nothing."),
        Rule("PT-07", "pg pl en sj bh sp cr", "Marriage in the hand: one 10; two 30, or 25 (sj, bh)."),
        Rule("PT-08", "pl en cr", "Marriage face up: 15 and 35; pg and bh count it as in the hand."),
        Rule("PT-09", "pl en", "Master card: 10, or 5 (pl)."),
        Rule("PT-10", "oc", "One club counts differently: tiplu 3 and 10, tunnel 2, printed joker 1."),
        Rule(
            "PT-11",
            "pg pl en sj bh sp",
            "Tunnel of ordinary cards: 5 each (pg, bh, sp), or 5, 15, 25 (pl, en), or 5, 15, 30, 45 (sj).",
        ),
        Rule("PT-12", "pg pl en bh sp", "Tunnel of ordinary jokers: 10 each, or 5 each (bh, sp)."),
        Rule(
            "PT-13",
            "pg pl en sj bh sp",
            "Tunnel of poplus or jhiplus: 20 each (pg), or 15 and 35 (pl, en), or 5 on top of the cards (bh, "
            "sp).",
        ),
        Rule("PT-14", "pl en sj", "Tunnel of alters: 35."),
        Rule("PT-15", "pl en sj", "Tunnel of printed jokers: 45 (en) or 35 (pl, sj)."),
        Rule("PT-16", "pg sj", "A tunnel of tiplus cannot be: one copy lies under the stock."),
        Rule(
            "SCORE-01",
            "es pl pg ja",
            "Maal counts wherever it lies: in shown sets, in the hand, in any set or loose.",
        ),
        Rule(
            "SCORE-02",
            "pg un bh oc",
            "A card counts once; a marriage stands in place of its three single cards.",
        ),
        Rule("SCORE-03", "pg es ja", "Two poplus are a double; a poplu and a jhiplu are two single cards."),
        Rule(
            "SCORE-04",
            "own bh",
            "Maal is grouped into marriages, tunnels and single values as is best for the owner; simple score "
            "keepers take displayed tunnels first and then as many marriages as there are.",
        ),
        Rule(
            "SCORE-05",
            "pg bh sp own",
            "The value of a displayed maal tunnel stands in place of its three cards' points, unless they are "
            "worth more without it; or, where the rules say so, it comes on top of them.",
        ),
        Rule(
            "SCORE-06",
            "pl en own",
            "A laid marriage lies in one pure sequence of the owner's first show. It adds its bonus once for "
            "a player; a set laid only at the finish does not.",
        ),
        Rule(
            "SCORE-07",
            "own",
            "Tunnel points rise by class: ordinary cards, ordinary jokers, poplu and jhiplu together, alter, "
            "printed jokers.",
        ),
        Rule(
            "SCORE-08",
            "es pl ja",
            "The alter counts as alter only where alter points are played; otherwise it is an ordinary joker, "
            "and so is its tunnel.",
        ),
        Rule(
            "SCORE-09",
            "es pl ja",
            "Printed jokers and their tunnel score only where points for them are played; the master card "
            "scores its own.",
        ),
        # Tunnels and who counts
        Rule(
            "TUN-01",
            "es pl pg ja bh",
            "Only a tunnel that was dealt earns tunnel points; one made later is an ordinary set. (bh counts "
            "any shown tunnel.)",
        ),
        Rule(
            "TUN-02",
            "es pl pg ja en",
            "A tunnel must be displayed in time, out of turn if need be: before anybody's first draw, before "
            "the owner's first draw, or before the owner's first draw from the stock.",
        ),
        Rule(
            "TUN-03",
            "es pl pg ja",
            "A tunnel that is not displayed earns no tunnel points; it is a set, and maal in it still counts.",
        ),
        Rule(
            "TUN-04",
            "pg es pl ja bh",
            "Under tunnel pachaunu, tunnel points need an owner who has seen, by sets or by dublees.",
        ),
        Rule(
            "TUN-05",
            "own",
            "Displayed cards stay their owner's and count among the 21. They are used whole as a set, or as "
            "one dublee with the third card loose; never in a sequence or trial.",
        ),
        Rule("TUN-06", "own", "A card whose three copies are all out of the stock cannot become the tiplu."),
        Rule(
            "MAAL-01",
            "es pl pg ja calc bh sj",
            "The maal of a player who has not seen counts; under maal pachaunu it does not.",
        ),
        Rule("MAAL-02", "es pl pg ja", "The winner's maal counts like anybody's."),
        # Settlement
        Rule(
            "SET-01",
            "es pl pg ja sj bh sp calc",
            "The winner gets 3 from each loser who has seen and 10 from each who has not.",
        ),
        Rule(
            "SET-02",
            "pg bh es pl ja",
            "The bonus of a winner by dublees comes on top of what each loser pays; score keepers know other "
            "schemes.",
        ),
        Rule(
            "SET-03",
            "es pl pg ja bh sj calc",
            "Every two players settle the difference of their maal points.",
        ),
        Rule(
            "SET-04",
            "pg dt calc bh",
            "In short: a loser pays the winner all maal points together, plus the own payment, less the "
            "number of players times the own maal; if that is negative, the winner pays.",
        ),
        Rule(
            "SET-05",
            "es pl pg ja sj bh",
            "The winner's result is the sum of those payments; all results together are zero.",
        ),
        Rule("SET-06", "calc", "Money is points times the rate the table has agreed on."),
        # Variations
        Rule(
            "VAR-01",
            "es pl ja oc",
            "Open game: everybody knows the tiplu from the start; wild cards may be used only after the own "
            "show, and payments still follow it.",
        ),
        Rule("VAR-02", "es pl pg ja", "Tunnel pachaunu: a player who has not seen loses tunnel points."),
        Rule("VAR-03", "es pl ja", "Maal pachaunu: a player who has not seen loses maal card points."),
        Rule("VAR-04", "es pl ja", "Alter: the alter scores."),
        Rule(
            "VAR-05",
            "es pl ja sj cr",
            "Murder: all maal of a player who has not seen is void, and nobody gets it.",
        ),
        Rule(
            "VAR-06",
            "es pl ja sj cr sp",
            "Kidnap: the winner takes the cards, or the points, of the players who have not seen. It goes "
            "before murder.",
        ),
        Rule(
            "VAR-07",
            "es pl ja",
            "Dublee game: after a show of seven dublees the game may become one. The texts do not say what "
            "changes, so it is only noted in the record.",
        ),
        Rule(
            "VAR-08",
            "es pl ja",
            "Better: all points of a game are doubled. The texts do not say exactly when, so it is set for "
            "each game.",
        ),
        Rule("VAR-09", "es pl ja sj calc", "Dhoos: a fine of 15 (IRR-05)."),
        Rule(
            "VAR-10",
            "es pl ja en",
            "Master card: 10 points, or 5 (pl); it may be allowed in a pure sequence of the show.",
        ),
        Rule("VAR-11", "es en", "Dhulo pelai: printed jokers may be thrown to anybody without dhoos."),
        # Irregularities
        Rule(
            "IRR-01",
            "es pl ja",
            "A player who only drew or only threw plays on with the number of cards that leaves. This is no "
            "dhoos as well.",
        ),
        Rule(
            "IRR-02",
            "own",
            "After a missed draw the hand has 20 cards. To finish by sets all but the last discard must lie "
            "in sets; with sets of exactly three this is impossible after one or two missed draws and "
            "possible again after three. Dublees are not affected.",
        ),
        Rule(
            "IRR-03",
            "own",
            "After a missed discard the hand has 22 cards. Nothing is offered, and the next player draws from "
            "the stock.",
        ),
        Rule(
            "IRR-04",
            "ja es en",
            "An uneven deal cancels the game: hands of another size than 21 before the first draw, or later "
            "one below 21 or above 22 that no missed draw or discard explains.",
        ),
        Rule(
            "IRR-05",
            "es pl ja sj dl",
            "A dhoos is due for cheating, for an error, or for throwing a wild card to a player who has seen. "
            "It goes to the winner of the next game, and is cancelled if the offender wins that.",
        ),
        Rule(
            "IRR-06",
            "es pl pg ja en",
            "When a wild card may be thrown freely: while somebody else has not seen, while nobody has, while "
            "the next player has not, or always. Printed jokers are always free under dhulo pelai.",
        ),
        Rule(
            "IRR-07",
            "own",
            "Only a thrower who has seen can owe a dhoos for a wild card, since others cannot know it; in an "
            "open game anybody can. The last discard never brings one.",
        ),
        Rule(
            "IRR-08",
            "own",
            "A dhoos stays due until a game is won, through dismissed games and the offender's absence; "
            "several add up.",
        ),
        Rule(
            "IRR-09",
            "es pl ja calc",
            "After a wrong show or finish the cards go back to the hand, and one dhoos is due.",
        ),
        # Conflicts between the sources, each an option
        Rule(
            "CF-01",
            "es pl pg ja",
            "Which way round the table: clockwise (pg) or anticlockwise (the Wikipedia texts).",
        ),
        Rule("CF-02", "pg es cr sc", "Whether the first player may, must or must not take the turned-up card."),
        Rule(
            "CF-03",
            "pg es pl ja en",
            "Sets of exactly three cards, or sequences of three and more and trials of up to four.",
        ),
        Rule(
            "CF-04",
            "es pl ja pg",
            "When the stock is used up: shuffle the discards, or dismiss the game. Wikipedia says both.",
        ),
        Rule("CF-05", "pg uf", "Whether a card taken may be thrown in the same turn."),
        Rule(
            "CF-06",
            "pg es",
            "Whether a player who has seen may take a thrown wild card, or the thrower is fined instead.",
        ),
        Rule("CF-07", "es pl ja en", "When wild cards may be thrown: three translations say three things."),
        Rule("CF-08", "es pl ja pg", "Whether dublees need four players."),
        Rule(
            "CF-09",
            "es pl ja pg",
            "The bonus for a finish by dublees, 7 and 5 in one article; pg says who pays it.",
        ),
        Rule("CF-10", "es pl ja sj pg bh", "Whether a loser who showed dublees pays the 3."),
        Rule("CF-11", "es pl ja sp", "Which two jokers make a dublee."),
        Rule("CF-12", "es pl pg ja calc bh sj", "Whether maal of players who have not seen counts."),
        Rule("CF-13", "pg es pl ja", "Whether tunnels of players who have not seen count."),
        Rule(
            "CF-14",
            "pg pl en sj bh sp oc",
            "Two tiplus are worth 7, 8, 6 or 10; other maal rises 2, 5, 10 or stays flat.",
        ),
        Rule(
            "CF-15",
            "pg pl en bh sp",
            "A tunnel of poplus or jhiplus is worth 20, or 15 and 35, or 5 on top of its cards.",
        ),
        Rule("CF-16", "pg pl en sj", "What the second and third ordinary tunnel are worth."),
        Rule(
            "CF-17",
            "pl pg en sj bh",
            "A marriage is worth 10 or 15, two are worth 30 or 25, and a laid one has a bonus or none.",
        ),
        Rule(
            "CF-18",
            "es pl ja en sj bh",
            "Alter and printed jokers are worth 5 each in the prose and 5, 15, 25 in the tables; the tunnel "
            "of printed jokers 45 or 35.",
        ),
        Rule("CF-19", "es ja en pl", "The master card is worth 10 or 5."),
        Rule(
            "CF-20",
            "es pl ja pg",
            "Nine ordinary jokers, or twelve by a slip of pg. There are always nine; no option.",
        ),
        Rule("CF-21", "es pl ja sj cr sp", "Whether kidnap moves the cards or only the points."),
        Rule(
            "CF-22",
            "es pl ja sj dl",
            "What a dhoos is due for, and whether it is paid in this game or the next.",
        ),
        Rule("CF-23", "es pl ja", "What happens after a missed draw or discard."),
        Rule(
            "CF-24",
            "es ja en",
            "What an uneven deal is: texts are garbled; IRR-04 is the reading chosen, no option.",
        ),
        Rule("CF-25", "es pl pg ja en", "Until when a tunnel may be displayed."),
        Rule("CF-26", "pg uf sp un bh", "Whether queen, king, ace is a sequence."),
        Rule("CF-27", "pl pg ja en sj cr un", "How many players may play: four, five or six."),
        Rule(
            "CF-28",
            "pg bh",
            "Whether king, ace, two is a marriage for points with an ace as tiplu, though it is no sequence.",
        ),
        Rule(
            "CF-29",
            "es pl ja en bs oc",
            "Whether three printed jokers may be a primary set: they have tunnel points, but jokers are "
            "barred from pure sets.",
        ),
        Rule("CF-30", "es pl pg ja bh sj bs", "How many printed jokers are in the pack."),
        Rule("CF-31", "pg cr sp", "Whether a player who has not seen may take the offered card."),
        Rule(
            "CF-32",
            "es pl pg ja bh",
            "Which tunnels earn points: dealt and displayed ones, or any that is shown.",
        ),
        Rule("CF-33", "es pl ja en", "Whether the master card may be used in primary sets."),
        Rule("CF-34", "pg bh", "Whether a finish by dublees ends with a discard."),
        Rule(
            "CF-35",
            "pg bh calc",
            "How the winner by dublees is paid: with a bonus, by another payment from those who have seen, or "
            "by two payments of its own.",
        ),
        Rule("CF-36", "calc", "Whether who committed a foul also pays the 3 or 10 of that game."),
        # What no source settles, and the choice made
        Rule("SL-01", "own", "May a wild card be taken from the discard pile as eighth dublee? Yes."),
        Rule("SL-02", "own", "May shown cards and displayed tunnels be thrown or changed? No."),
        Rule(
            "SL-03",
            "own",
            "What is paid in a dismissed game? Nothing; a dhoos stays due, and the deal passes on.",
        ),
        Rule("SL-04", "own", "How long may a trial be at most? Four cards."),
        Rule("SL-05", "own", "How long may a sequence be at most? Thirteen cards, the ace used once."),
        Rule("SL-06", "own", "May a player change from sets to dublees or back after the first show? No."),
        Rule("SL-07", "own", "May shown sets be made longer? No (with SL-02)."),
        Rule(
            "SL-08",
            "own",
            "What if the card picked cannot be the tiplu? It is put back and another is picked.",
        ),
        Rule("SL-09", "own", "Does the last discard count? Never."),
        Rule(
            "SL-10",
            "own",
            "How is maal grouped? As is best for the owner; tunnels and marriages first is an option, since "
            "simple programs do it.",
        ),
        Rule(
            "SL-11",
            "own",
            "Do three cards count as a tunnel or in marriages? As is worth more, each card once.",
        ),
        Rule(
            "SL-12",
            "own",
            "What are one laid marriage and one in the hand worth together? As two with one bonus: 35.",
        ),
        Rule(
            "SL-13",
            "own",
            "How do tunnels of several classes add up? Each class by itself; a wild card or master card never "
            "belongs to a tunnel.",
        ),
        Rule("SL-14", "own", "May a displayed tunnel lend a pair to the dublees? Yes, one pair."),
        Rule(
            "SL-15",
            "own",
            "Open game: when is the tiplu turned up, and who pays 3 or 10? After the deal, before any tunnel "
            "is displayed; by the own show, as in the closed game.",
        ),
        Rule("SL-16", "own", "What does better double? Everything of SET-01 to SET-03, and no dhoos."),
        Rule(
            "SL-17",
            "own",
            "What follows a missed discard? Play goes on with one more card, and no card is offered.",
        ),
        Rule(
            "SL-18",
            "own",
            "Can a player who has not seen owe a dhoos for throwing maal? No; in an open game yes.",
        ),
        Rule(
            "SL-19",
            "own",
            "How is dhoos kept? It is carried until a game is won, adds up, and is paid by the offender to "
            "the winner beside the other points.",
        ),
        Rule(
            "SL-20",
            "own",
            "What follows a wrong show or finish? It is undone, and one dhoos is due where dhoos is played.",
        ),
        Rule("SL-21", "own", "Does seeing by dublees save tunnels and maal from pachaunu? Yes."),
        Rule(
            "SL-22",
            "own",
            "What becomes of displayed tunnels under kidnap? With cards, they count as the winner's; with "
            "points, they are part of the points.",
        ),
        Rule("SL-23", "own", "May a player show before drawing? No."),
        Rule("SL-24", "own", "What if two players claim the finish? Only the player on turn can finish."),
        Rule(
            "SL-25",
            "own",
            "Until when may a tunnel be displayed where the texts differ? Until the owner's first draw of any "
            "kind; the literal readings are options.",
        ),
        Rule(
            "SL-26",
            "own",
            "What if there is no card to pick the tiplu from? The discards are shuffled first (STOCK-06).",
        ),
        Rule("SL-27", "own", "Are players of dublees bound in what they take before seven are shown? No."),
        Rule(
            "SL-28",
            "own",
            "What are the poplu of a king and the jhiplu of an ace? The ranks go round in a circle, as in pg.",
        ),
        Rule("SL-29", "own", "Which two jokers are a dublee? Printed ones; wider readings are options."),
        Rule(
            "SL-30",
            "own",
            "What is a displayed maal tunnel of a player who has not seen worth? Under tunnel pachaunu alone "
            "its three cards, under maal pachaunu alone its tunnel value, under both nothing.",
        ),
        Rule(
            "SL-31",
            "own",
            "When may maal be thrown? As each text says; two of the readings free nothing that was not free "
            "already.",
        ),
    )
}
"""The rules by ID, in the order of the rules reference."""
