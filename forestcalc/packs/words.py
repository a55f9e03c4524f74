"""Words: every record of the pack format except what rules are made of (`rule_words.py`)."""

from __future__ import annotations

from forestcalc.catalogue.model import NO_SYMBOL, SECTIONS, SIDES, UNKNOWN, UNKNOWN_DIFFERENT
from forestcalc.packs.rule_words import RULE, RULE_RECORDS, SLOT_RECORDS, STEPS
from forestcalc.packs.vocabulary import (
    Choice,
    Example,
    Flag,
    Key,
    Listing,
    NewId,
    Nothing,
    Record,
    Ref,
    Shape,
    Table,
    Text,
    Whole,
    Word,
)

MOST_SPECIES = 500

_NAME = Text(limit=80, empty=False)
_NAMES = Table("language", Listing(_NAME, most=10), most=20)
_TEXT = Choice((Nothing(), Text()))
_CONFIDENCE = Word(("high", "medium", "low"))
_SOURCES = Listing(Text(limit=300), most=20)
_TYPES = Listing(Ref("type"), most=8)
_COST = Choice((Nothing(), Whole(0, 20)))
_SLOTS = Table("side", Whole(0, 10), most=4)
_HALF = Text(limit=130, empty=False)

PACK = Record(
    id="pack",
    title="The file",
    about="A pack is one YAML mapping: it says what it belongs to, and adds cards, sets, caves, rulings, names.",
    keys=(
        Key("game", NewId(), "The game that the pack adds to, or that it defines.", required=True),
        Key("box", NewId(), "The box that the cards come from. Needed for prints, caves and `cards`."),
        Key("title", Text(limit=80), "How the box is called in messages."),
        Key("description", Text(), "What the pack is, for its readers."),
        Key("names", _NAMES, "What a layout may call the box, by language."),
        Key(
            "override",
            Flag(),
            "`true`: the pack may change what is shipped. Score sheets name the packs in use.",
        ),
        Key("define", Shape("define"), "A whole game, or what the pack adds to one: types, symbols, hosts."),
        Key("rulings", Table("id", Shape("ruling"), most=20), "Open questions, by id, for cards of this pack."),
        Key("species", Table("id", Shape("species"), most=MOST_SPECIES), "The cards, by id."),
        Key("sets", Table("id", Shape("set"), most=50), "Cards that score together, by id."),
        Key("caves", Table("id", Shape("cave"), most=50), "Cave cards, by id."),
        Key("cards", Shape("cards"), "Which halves share a card."),
        Key("sources", Table("text", Text(limit=500), most=100), "The full titles of sources that cards name."),
    ),
)

SPECIES = Record(
    id="species",
    title="Species",
    about=(
        "One kind of card half, or of tree, shrub, moor or river. A species that the game knows already needs only "
        "what the pack adds: prints in its own box, names, texts, a rule where none is known."
    ),
    keys=(
        Key("name", _NAME, "The English name. Needed for a new species."),
        Key(
            "plural",
            Choice((Nothing(), _NAME)),
            "How several are called in reasons, where an `s` will not do.",
        ),
        Key("kind", Ref("kind"), "`dweller`, or the kind of host. Needed for a new species."),
        Key("types", _TYPES, "The type symbols. Needed for a new species.", ruled=True),
        Key("cost", _COST, "How many cards it costs; `null` where it is not known."),
        Key("prints", Listing(Shape("print"), most=60), "The halves (or whole cards) that the box holds."),
        Key("rule", RULE, "What it is worth.", ruled=True),
        Key("set", Ref("set"), "The set that it scores in, in place of a rule."),
        Key("counts_as", Listing(Ref("species"), most=1), "The species as which it counts.", ruled=True),
        Key(
            "slot",
            Shape("slot"),
            "Dwellers: where it may lie, and what it may share a slot with.",
            ruled=True,
        ),
        Key(
            "proxy_of_host",
            Flag(),
            "Dwellers: it stands for one more of its host where a rule has `proxies`.",
        ),
        Key(
            "fills_cave",
            Word(("effect", "bonus")),
            "Whether its effect, or only its bonus, puts cards into the cave; only for notes on likely slips.",
        ),
        Key("face_down", Flag(), "Hosts: it is a card laid face down, of which there are any number."),
        Key("slots", _SLOTS, "Hosts: slots by side, where they differ from those of its kind."),
        Key("only", Table("side", Shape("cards-filter"), most=4), "Hosts: what may lie on a side.", ruled=True),
        Key(
            "doubles",
            Shape("cards-filter"),
            "Hosts: the cards at it whose own points count twice.",
            ruled=True,
        ),
        Key("below", Ref("host"), "Rivers: the kind of host below which it may lie."),
        Key("names", _NAMES, "What a layout may call it, by language; `en` for further English names."),
        Key("effect", _TEXT, "What it does when played; empty for nothing, `null` where it is not known."),
        Key("bonus", _TEXT, "What it does when paid for with its own symbol."),
        Key("effect_notes", _TEXT, "Remarks on effect and bonus."),
        Key("effect_confidence", _CONFIDENCE, "How sure effect and bonus are."),
        Key("confidence", _CONFIDENCE, "How sure the scoring facts are."),
        Key("sources", _SOURCES, "Where the facts come from."),
        Key("doubts", Listing(Text(limit=500), most=10), "What is not sure, in a sentence each."),
    ),
    examples=(
        Example("forest-shuffle", "species", "mountain-hare", ("name", "kind", "prints", "counts_as", "rule")),
        Example("forest-shuffle", "species", "violet-carpenter-bee", ("name", "kind", "proxy_of_host", "rule")),
        Example("smoky-mountains", "species", "waterfall", ("name", "kind", "slots", "only", "rule")),
        Example("dartmoor", "species", "high-coastal-heath", ("name", "kind", "doubles", "rule")),
        Example("smoky-mountains", "species", "universal-river", ("name", "kind", "face_down", "below", "types")),
    ),
)

PRINT = Record(
    id="print",
    title="Print",
    about="Equal halves, or whole cards, of one species in the box of the pack.",
    keys=(
        Key(
            "side",
            Word((*SIDES, "left/right")),
            "Dwellers: the side; `left/right` where it is not known which.",
        ),
        Key(
            "symbol",
            Ref("symbol", (NO_SYMBOL, UNKNOWN, UNKNOWN_DIFFERENT)),
            "The tree symbol; `none`, `unknown`, or `unknown-different` (every copy shows another one).",
            required=True,
        ),
        Key("copies", Whole(1, 99), "How many there are.", required=True),
        Key("types", _TYPES, "Type symbols of this print, where they differ.", ruled=True),
        Key("cost", _COST, "The cost of this print, where it differs."),
        Key("unnamed", Word(("any", "none")), "What it shows where symbol and file name none.", ruled=True),
    ),
    examples=(Example("dartmoor", "species", "common-gorse", ("prints",)),),
)

SET = Record(
    id="set",
    title="Set",
    about=(
        "Cards that score once together: by the number of different species in a group (`different`), or by how "
        "many there are (`points`)."
    ),
    keys=(
        Key("name", _NAME, "How the line of the score sheet is called.", required=True),
        Key("section", Word(SECTIONS), "The section of the score sheet that it stands in.", required=True),
        Key("of", Shape("cards-filter"), "The cards of the set.", required=True, ruled=True),
        Key(
            "different",
            Listing(Whole(-1000, 1000), least=1, most=30),
            "The points of a group of 1, 2, 3 ... different species; cards are split into groups at their best.",
            ruled=True,
        ),
        Key("points", STEPS, "The points of the highest number that is reached.", ruled=True),
        Key("names", _NAMES, "Further names, by language."),
    ),
    examples=(
        Example("forest-shuffle", "sets", "butterflies", ("name", "section", "of", "different")),
        Example("forest-shuffle", "sets", "fireflies", ("name", "section", "of", "points")),
    ),
)

CAVE = Record(
    id="cave",
    title="Cave",
    about="A cave card. Its rule has no card of its own: it knows no `at`, `except` or `symbol: own`.",
    keys=(
        Key("name", _NAME, "The English name.", required=True),
        Key("copies", Whole(1, 99), "How many there are.", required=True),
        Key("rule", RULE, "What it is worth.", required=True, ruled=True),
        Key("stands_for_any", Flag(), "It is no card of its own, but stands for whichever cave a player has."),
        Key(
            "fills_itself",
            Flag(),
            "Cards may get into it without any card that says so, or nobody knows whether they do.",
        ),
        Key("names", _NAMES, "Further names, by language."),
        Key("effect", _TEXT, "What it does during the game."),
        Key("effect_notes", _TEXT, "Remarks on the effect."),
        Key("effect_confidence", _CONFIDENCE, "How sure the effect is."),
        Key("confidence", _CONFIDENCE, "How sure the rule is."),
        Key("sources", _SOURCES, "Where the facts come from."),
        Key("doubts", Listing(Text(limit=500), most=10), "What is not sure, in a sentence each."),
    ),
    examples=(Example("forest-shuffle", "caves", "bat-cave", ("name", "copies", "rule")),),
)

RULING = Record(
    id="ruling",
    title="Ruling",
    about="A question that the rules leave open. The first value holds unless a layout decides otherwise.",
    keys=(
        Key("question", Text(limit=500, empty=False), "The question.", required=True),
        Key("values", Table("id", Shape("reading"), most=6, least=2), "The answers, by id.", required=True),
        Key("sources", _SOURCES, "Where the question is discussed."),
    ),
)

READING = Record(
    id="reading",
    title="Reading",
    about="One answer to a ruling.",
    keys=(
        Key("reading", Text(limit=500, empty=False), "What it says.", required=True),
        Key("read_so_by", Listing(Text(limit=200), most=20), "Who reads the rules so.", required=True),
    ),
)

CARDS = Record(
    id="cards",
    title="Cards",
    about=(
        "The physical cards of the box: a layout cannot hold both halves of one card. The list is checked against the "
        "prints."
    ),
    keys=(
        Key("complete", Flag(), "Whether every split card is listed: then halves and copies must agree."),
        Key(
            "certain", Flag(), "`false` where a table that cannot be dealt only gets a warning: the pairs are in doubt."
        ),
        Key("totals", Table("halves", Whole(0, 1000), most=2), "How many cards are split each way."),
        Key("split", Listing(Shape("split"), most=1000), "The split cards."),
        Key("winter", Whole(0, 10), "How many winter cards the box has."),
    ),
)

SPLIT = Record(
    id="split",
    title="Split card",
    about="The two halves of a card: `species (symbol)`, or only the species; `unknown` where nobody knows.",
    keys=(
        Key("number", Text(limit=20), "The number printed on it."),
        *(Key(side, _HALF, f"The half on the {side}.") for side in SIDES),
        Key("sides", Listing(_HALF, least=2, most=2), "Both halves, where it is not known which is left."),
        Key("sure", Flag(), "`false` where this is a guess."),
    ),
    least=1,
)

DEFINE = Record(
    id="define",
    title="Define",
    about="A whole game; or, for a game that is there already, what the pack adds to it.",
    keys=(
        Key("title", Text(limit=80, empty=False), "How the game is called. Needed for a new game."),
        Key("names", _NAMES, "Further names, by language."),
        Key(
            "boxes",
            Listing(NewId(), least=1, most=30),
            "Its boxes in order, `base` first. Needed for a new game.",
        ),
        Key("players", Whole(1, 10), "How many can play."),
        Key("hosts", Table("id", Shape("host-kind"), most=20), "The kinds of host. Needed for a new game."),
        Key("sides", Table("side", Shape("side"), most=4), "Names of the sides."),
        Key("setup", Listing(Shape("setup"), most=60), "How many cards are taken out before the game."),
        Key("counts", Table("id", Shape("count"), most=20), "What a player not described in full may give."),
        Key("types", Table("id", Shape("type"), most=60), "The type symbols. Needed for a new game."),
        Key("symbols", Table("id", Shape("symbol"), most=60), "The tree symbols. Needed for a new game."),
        Key("rulings", Table("id", Shape("ruling"), most=40), "Its open questions."),
        Key("sources", Table("text", Text(limit=500), most=100), "The full titles of sources."),
    ),
)

HOST_KIND = Record(
    id="host-kind",
    title="Kind of host",
    about="A kind of host: how many cards lie on each side, and where they need water.",
    keys=(
        Key("slots", _SLOTS, "Slots by side.", required=True),
        Key(
            "water",
            Table("side", Flag(), most=4),
            "Sides that only take cards with (or without) a need of water.",
        ),
        Key("type", Ref("type"), "The type symbol that such a card shows face down."),
        Key("river", Shape("river"), "The same with a river below it."),
    ),
    examples=(
        Example("dartmoor", "hosts", "moor", ("slots",)),
        Example("smoky-mountains", "hosts", "tree", ("slots", "water", "river")),
    ),
)

_SMALL_RECORDS = (
    Record(
        id="river",
        title="River of a host",
        about="What changes for a host with a river below it.",
        keys=(
            Key("slots", _SLOTS, "The slots that change.", required=True),
            Key("water", Table("side", Flag(), most=4), "All sides that need or exclude water.", required=True),
        ),
    ),
    Record(
        id="side",
        title="Side",
        about="What the card list may call a side.",
        keys=(Key("names", _NAMES, "Names by language.", required=True),),
    ),
    Record(
        id="setup",
        title="Set-up",
        about="How many cards are taken out unseen where exactly these boxes are shuffled together.",
        keys=(
            Key("boxes", Listing(Ref("box"), least=1, most=30), "The boxes.", required=True),
            Key(
                "removed",
                Listing(Whole(0, 1000), least=1, most=10),
                "The number of cards with 2, 3, 4 ... players.",
                required=True,
            ),
            Key("source", Text(limit=300, empty=False), "Who says so.", required=True),
        ),
    ),
    Record(
        id="count",
        title="Count",
        about="A number that `counts` of a player may give; `most` compares with it by `against`.",
        keys=(
            Key("label", _NAME, "The key in a layout.", required=True),
            Key("one", _NAME, "How one is called.", required=True),
            Key("many", _NAME, "How several are called.", required=True),
        ),
    ),
    Record(
        id="type",
        title="Type symbol",
        about="A type symbol and its words.",
        keys=(
            Key("name", _NAME, "The name.", required=True),
            Key("one", _NAME, "How one card with it is called.", required=True),
            Key("many", _NAME, "How several are called.", required=True),
            Key("names", _NAMES, "Further names, by language."),
        ),
    ),
    Record(
        id="symbol",
        title="Tree symbol",
        about="A tree symbol and its names.",
        keys=(
            Key("name", _NAME, "The name.", required=True),
            Key("names", _NAMES, "Further names, by language."),
        ),
    ),
)

RECORDS: dict[str, Record] = {
    record.id: record
    for record in (
        PACK,
        SPECIES,
        PRINT,
        *RULE_RECORDS,
        *SLOT_RECORDS,
        SET,
        CAVE,
        RULING,
        READING,
        CARDS,
        SPLIT,
        DEFINE,
        HOST_KIND,
        *_SMALL_RECORDS,
    )
}
"""Every record by id, in the order in which the documentation shows them."""
