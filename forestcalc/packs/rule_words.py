"""Words of rules: terms, measures, filters and slots."""

from __future__ import annotations

from forestcalc.catalogue.model import SIDES
from forestcalc.packs.vocabulary import (
    Choice,
    Example,
    Flag,
    Key,
    Listing,
    Nothing,
    Record,
    Ref,
    Refusal,
    Shape,
    Table,
    Text,
    Value,
    Whole,
    Word,
)

MOST_TERMS = 20
MOST_POINTS = 1000

_POINTS = Whole(-MOST_POINTS, MOST_POINTS)
_NUMBER = Choice((Nothing(), Whole(0, 1000)))
STEPS = Table("threshold", _POINTS, most=40, least=1)


def _several(what: Value) -> Choice:
    return Choice((Nothing(), *_one_or_many(what)))


def _one_or_many(what: Value) -> tuple[Value, ...]:
    return what, Listing(what, least=1)


_MEASURE = Choice((Shape("cave-count"), Shape("measure")))
_TERM_SHAPES = (Shape("per"), Shape("if"), Shape("steps"), Shape("flat"))

RULE = Choice((_POINTS, *_TERM_SHAPES, Listing(Choice((_POINTS, *_TERM_SHAPES)), least=1, most=MOST_TERMS)))
"""A number, a term, or a list of terms that are added."""

_ONCE = Key("once", Flag(), "`true`: the rule says what all cards of the species are worth together.")

_NO_SYMBOL_HERE = Refusal(
    "symbol",
    "pack-symbol-outside-per",
    "tree symbols can only be counted in `per`",
    "a total has to grow evenly with tree symbols, so that those a file leaves open can be searched: use per:",
)

CARD_KEYS = (
    Key("type", _several(Ref("type")), "Cards that show one of these type symbols."),
    Key("species", _several(Ref("species")), "Cards that count as one of these species."),
    Key("named", _several(Ref("species")), "Cards of just these species, whatever they count as."),
    Key("kind", _several(Ref("kind")), "Cards of these kinds: `dweller`, or a kind of host."),
    Key("host", _several(Ref("host")), "Cards that lie at these kinds of host."),
    Key("side", _several(Word(SIDES)), "Cards on these sides."),
    Key("under_river", Choice((Nothing(), Flag())), "`false` leaves out cards below the river of a tree."),
)
"""What can be asked of any card in any place."""

_BROAD_KEYS = (
    Key("full", Flag(), "Hosts with a card in every slot."),
    Key(
        "none_below",
        Choice((Nothing(), Shape("cards-filter"))),
        "Hosts with no such card below.",
    ),
    Key("proxies", Flag(), "Add the cards that stand for one more of their host, where the host would count."),
    Key(
        "except",
        Choice((Nothing(), Word(("itself", "own-species")))),
        "Leave out the scored card itself, or every card of its species.",
    ),
    Key("at", Word(("host", "slot")), "Count only at the same host, or in the same slot, as the scored card."),
)
_DIFFERENT = Key("different", Word(("species",)), "Count different species, not cards.")
_THRESHOLDS = (
    Key("at_least", _NUMBER, "How many are needed; 1 where neither key is given."),
    Key("exactly", _NUMBER, "How many it must be, no more and no fewer."),
)
_CAVE_KEY = Key("cave", Word(("cards",)), "The cards in the player's own cave.", required=True)

RULE_RECORDS = (
    Record(
        id="flat",
        title="Points: a fixed number",
        about="The points, whatever else lies in the forest. A bare number means the same.",
        keys=(Key("points", _POINTS, "The points.", required=True), _ONCE),
        examples=(
            Example("forest-shuffle", "species", "steinbock", ("rule",)),
            Example("dartmoor", "caves", "cave-4", ("rule",)),
        ),
    ),
    Record(
        id="per",
        title="Points for each: `per`",
        about="The points for each card that a measure counts; several measures in a list are added.",
        keys=(
            Key("points", _POINTS, "The points for each.", required=True),
            Key(
                "per",
                Choice((*_MEASURE.options, Listing(_MEASURE, least=1))),
                "What is counted.",
                required=True,
            ),
            _ONCE,
        ),
        mark="per",
        examples=(
            Example("forest-shuffle", "species", "bullfinch", ("rule",)),
            Example("forest-shuffle", "species", "elk", ("rule",)),
            Example("forest-shuffle", "species", "roe-deer", ("rule",)),
            Example("dartmoor", "species", "exmoor-pony", ("rule",)),
        ),
    ),
    Record(
        id="if",
        title="Points on a condition: `if`",
        about="The points if enough is counted, else those of `else` (0 where it is left out).",
        keys=(
            Key("points", _POINTS, "The points if it holds.", required=True),
            Key(
                "if",
                Choice((Shape("cave-condition"), Shape("most"), Shape("condition"))),
                "The condition.",
                required=True,
            ),
            Key("else", _POINTS, "The points otherwise."),
            _ONCE,
        ),
        mark="if",
        examples=(
            Example("dartmoor", "species", "curlew", ("rule",)),
            Example("forest-shuffle", "species", "european-polecat", ("rule",)),
        ),
    ),
    Record(
        id="steps",
        title="Points by steps: `of`",
        about="The points of the highest threshold that the count reaches; 0 below the first. Thresholds ascend.",
        keys=(
            Key("points", STEPS, "Threshold: points.", required=True),
            Key("of", Choice((Shape("cave-count"), Shape("counted"))), "What is counted.", required=True),
            _ONCE,
        ),
        mark="of",
        examples=(
            Example("dartmoor", "species", "meadow-pipit", ("rule",)),
            Example("forest-shuffle", "species", "horse-chestnut", ("rule",)),
        ),
    ),
    Record(
        id="measure",
        title="What `per` counts",
        about="Cards for which every key holds that is given; in a list, any of its values will do.",
        keys=(
            *CARD_KEYS,
            Key(
                "symbol",
                _several(Ref("symbol", ("own",))),
                "Cards that show one of these tree symbols; `own` is the one on the scored card.",
            ),
            *_BROAD_KEYS,
            Key(
                "different",
                Word(("species", "symbols")),
                "Count different species or tree symbols, not cards.",
            ),
        ),
        least=1,
        examples=(
            Example("forest-shuffle", "species", "beech-marten", ("rule",)),
            Example("forest-shuffle", "species", "silver-fir", ("rule",)),
            Example("smoky-mountains", "species", "hickory", ("rule",)),
            Example("smoky-mountains", "species", "brook-trout", ("rule",)),
            Example("smoky-mountains", "species", "virginia-opossum", ("rule",)),
        ),
    ),
    Record(
        id="counted",
        title="What `of` counts",
        about="The same as in `per`, but no tree symbols.",
        keys=(*CARD_KEYS, *_BROAD_KEYS, _DIFFERENT),
        least=1,
        refused=(_NO_SYMBOL_HERE,),
        examples=(Example("forest-shuffle", "species", "marsh-cinquefoil", ("rule",)),),
    ),
    Record(
        id="condition",
        title="What `if` asks",
        about="The same as in `of`, and how many are needed.",
        keys=(*CARD_KEYS, *_BROAD_KEYS, _DIFFERENT, *_THRESHOLDS),
        least=1,
        refused=(_NO_SYMBOL_HERE,),
        examples=(
            Example("forest-shuffle", "species", "chaffinch", ("rule",)),
            Example("forest-shuffle", "species", "common-toad", ("rule",)),
            Example("smoky-mountains", "species", "spotted-skunk", ("rule",)),
        ),
    ),
    Record(
        id="cave-count",
        title="Cards in the cave",
        about="The number of cards in the player's own cave.",
        keys=(_CAVE_KEY,),
        mark="cave",
        examples=(Example("forest-shuffle", "species", "bearded-vulture", ("rule",)),),
    ),
    Record(
        id="cave-condition",
        title="Cards in the cave, as a condition",
        about="The number of cards in the player's own cave, and how many are needed.",
        keys=(_CAVE_KEY, *_THRESHOLDS),
        mark="cave",
        examples=(Example("forest-shuffle", "caves", "lonely-cave", ("rule",)),),
    ),
    Record(
        id="most",
        title="Having most: `most`",
        about="It holds where no other forest has more of what is counted; a tie will do.",
        keys=(
            Key("most", Shape("majority"), "What is compared.", required=True),
            Key(
                "against",
                Ref("count"),
                "The number that a player not described in full gives.",
                required=True,
            ),
            Key("alone", _NUMBER, "What must be reached where there is nobody to compare with."),
            Key("floor", _NUMBER, "What must be reached in any case."),
        ),
        mark="most",
        examples=(
            Example("forest-shuffle", "species", "linden-tree", ("rule",)),
            Example("dartmoor", "species", "black-tailed-godwit", ("rule",)),
        ),
    ),
    Record(
        id="majority",
        title="What `most` compares",
        about="Cards of a whole forest.",
        keys=(*CARD_KEYS, next(key for key in _BROAD_KEYS if key.name == "proxies")),
        least=1,
        refused=(_NO_SYMBOL_HERE,),
        examples=(Example("forest-shuffle", "species", "great-spotted-woodpecker", ("rule",)),),
    ),
)
"""Terms and measures, in the order in which the documentation shows them."""

SLOT_RECORDS = (
    Record(
        id="slot",
        title="Slot",
        about="Where a dweller may lie.",
        keys=(
            Key("hosts", _several(Ref("host")), "The kinds of host that it may lie at; all where left out."),
            Key("water", Flag(), "`true`: it needs water."),
            Key("at_host", Choice((Nothing(), Whole(1, 10))), "How many of this species may lie at one host."),
            Key("shares", Choice((Nothing(), Shape("shares"))), "With what it may share its slot."),
            Key("hint", Text(limit=200), "What to tell somebody who put it in the wrong place."),
        ),
        examples=(
            Example("dartmoor", "species", "cuckoo", ("slot",)),
            Example("smoky-mountains", "species", "water-starwort", ("slot",)),
            Example("forest-shuffle", "species", "mistletoe", ("slot",)),
        ),
    ),
    Record(
        id="shares",
        title="Sharing a slot",
        about="With what a card may lie in one slot.",
        keys=(
            Key("with", Shape("cards-filter"), "The other cards of the slot.", required=True),
            Key("while", Shape("cards-filter"), "A card that has to lie at the same host meanwhile."),
            Key("at_most", Choice((Nothing(), Whole(1, 99))), "How many of this species one slot takes."),
            Key("must", Flag(), "`true`: it never lies alone in a slot."),
            Key(
                "slots",
                Word(("any", "one", "one-each")),
                "How many slots of a host are shared so: any number, one, or one for each card of `while`.",
            ),
        ),
        examples=(
            Example("forest-shuffle", "species", "common-toad", ("slot",)),
            Example("dartmoor", "species", "golden-ringed-dragonfly", ("slot",)),
        ),
    ),
    Record(
        id="cards-filter",
        title="Which cards",
        about="Cards for which every key holds that is given. An empty mapping means every card.",
        keys=CARD_KEYS,
        refused=(_NO_SYMBOL_HERE,),
        examples=(Example("dartmoor", "species", "blanket-bog", ("doubles",)),),
    ),
)
"""Where dwellers lie, in the order in which the documentation shows it."""
