"""Read a player: the forest, the cave, the counts for comparisons and what `check` expects."""

from __future__ import annotations

from unicodedata import category

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.names import key, made_id
from forestcalc.diagnostics.diagnostic import Path, Related, Span, quoted, shown
from forestcalc.layout.forest import read_forest
from forestcalc.layout.model import CaveEntry, HostEntry, PlayerEntry
from forestcalc.layout.shapes import Reader, listed, whole_number
from forestcalc.source.nodes import Mapping, Node, Scalar, Sequence

PLAYER_KEYS = ("cave", "expect", "forest", "counts")
ORDINARY_CAVE = "regular-cave"
EXPECT_WORDS = ("total", "trees", "top", "bottom", "left_right", "cave")
_LARGEST = 1_000_000


def read_player(reader: Reader, cards: Catalogue, name: Scalar, node: Node) -> PlayerEntry | None:
    """Read one entry of `players`; None where it is no player at all."""
    path: Path = ("players", name.text)
    if _has_control_characters(name.text) or not name.text.strip():
        reader.error(
            "player-name",
            f"{quoted(name.text)} is no name: it holds control characters"
            if name.text.strip()
            else "a player's name is empty",
            name.span,
            path,
            "use letters, digits and spaces",
        )
    help = f"write `{shown(name.text, 20)}:` with `forest:` below it"
    if not isinstance(node, Mapping):
        if isinstance(node, Sequence):
            help += ", and the hosts below that"
        reader.shape(node, path, "a mapping with `forest`", help)
        return None
    entries = reader.keys(node, PLAYER_KEYS, path, "a player")
    if "forest" in entries and "counts" in entries:
        reader.error(
            "forest-and-counts",
            "a player has either a `forest` or `counts`",
            entries["counts"][0].span,
            (*path, "counts"),
            "remove one of them: `counts` is for a player who is not described in full",
        )
        return None
    if "forest" not in entries and "counts" not in entries:
        if len(entries) < len(node.pairs):  # most likely the key that was reported is the one that is missing
            return None
        reader.error("no-forest-or-counts", "a player needs a `forest` or `counts`", name.span, path, help)
        return None
    if "counts" in entries:
        for word in ("cave", "expect"):
            if word in entries:
                reader.error(
                    "counts-only",
                    f"a player given by `counts` has no `{word}`",
                    entries[word][0].span,
                    (*path, word),
                    f"remove `{word}`, or describe the forest",
                )
        counts = _counts(reader, cards, entries["counts"][1], (*path, "counts"))
        return PlayerEntry(name=name.text, span=name.span, counts=counts)
    hosts = read_forest(reader, cards, entries["forest"], (*path, "forest"), len(path))
    cave = _cave(reader, cards, entries["cave"][1], (*path, "cave")) if "cave" in entries else None
    expect: dict[str, int] | None = None
    spans: dict[str, Span] = {}
    if "expect" in entries:
        expect, spans = _expect(reader, cards, entries["expect"][1], (*path, "expect"), _strangers(hosts))
    return PlayerEntry(name=name.text, span=name.span, hosts=hosts, cave=cave, expect=expect, expect_spans=spans)


def _has_control_characters(text: str) -> bool:
    """Whether *text* holds control characters or halves of surrogate pairs; joiners and marks are fine in a name."""
    return not text.isprintable() and any(category(char) in ("Cc", "Cs") for char in text)


def _cave(reader: Reader, cards: Catalogue, node: Node, path: Path) -> CaveEntry | None:
    id = ORDINARY_CAVE
    number = node
    name_span = node.span
    if isinstance(node, Mapping):
        entries = reader.keys(node, ("name", "cards"), path, "a cave")
        if "name" in entries:
            found = _cave_name(reader, cards, entries["name"][1], (*path, "name"))
            if found is None:
                return None
            id = found
            name_span = entries["name"][1].span
        if "cards" not in entries:
            return CaveEntry(cave=cards.caves[id], cards=0, span=node.span, name_span=name_span, path=path)
        number = entries["cards"][1]
        path = (*path, "cards")
    count = whole_number(number)
    if count is None:
        help = "write a number without quotes, as in `cave: 3`"
        if isinstance(number, Scalar) and key(number.text) in cards.cave_index:
            help = f"write `cave: {{name: {shown(number.text)}, cards: 3}}`"
        what = quoted(number.text) if isinstance(number, Scalar) and number.text else "this"
        reader.error("cave-not-a-number", f"{what} is no number of cards", number.span, path, help)
        return None
    if count < 0:
        reader.error(
            "cave-negative",
            f"a cave cannot hold {count} cards",
            number.span,
            path,
            "count the cards below the cave",
        )
        return None
    span = node.span if isinstance(node, Scalar) else number.span
    return CaveEntry(cave=cards.caves[id], cards=count, span=span, name_span=name_span, path=path)


def _cave_name(reader: Reader, cards: Catalogue, node: Node, path: Path) -> str | None:
    if not (isinstance(node, Scalar) and isinstance(node.value, str)):
        reader.shape(node, path, "the name of a cave")
        return None
    id = cards.find_cave(node.value)
    if id is None:
        close = reader.near(node.value, cards.cave_index, 2)
        reader.error(
            "cave-unknown",
            f"{cards.title} has no cave called {quoted(node.value)}",
            node.span,
            path,
            f"did you mean {listed(close)}?" if close else f"its caves are {listed(cards.caves, 'and')}",
        )
        return None
    box = cards.caves[id].box
    if box not in cards.boxes:
        reader.error(
            "cave-not-in-boxes",
            f"{quoted(cards.caves[id].name)} is a cave of `{box}`, which is not declared",
            node.span,
            path,
            f"add `{box}` to `expansions`",
        )
        return None
    return id


def _counts(reader: Reader, cards: Catalogue, node: Node, path: Path) -> dict[str, int]:
    labels = {id: str(info["label"]) for id, info in cards.counts.items()}
    known = {key(label): id for id, label in labels.items()} | {key(id): id for id in labels}
    counts: dict[str, int] = {}
    given: dict[str, Span] = {}
    if isinstance(node, Scalar) and node.value is None:
        return counts
    if not isinstance(node, Mapping):
        reader.shape(
            node,
            path,
            "a mapping of counts",
            f"write `counts: {{{', '.join(f'{one}: 4' for one in labels.values())}}}`",
        )
        return counts
    for name, value in node.pairs:
        id = known.get(key(name.text))
        if id is None:
            ids = cards.find(name.text)
            id = next((one for one in ids if one in labels), None)
        here: Path = (*path, name.text)
        if id is None:
            reader.error(
                "unknown-count",
                f"no rule of {cards.title} compares {quoted(name.text)}",
                name.span,
                here,
                f"what can be given is {listed(labels.values(), 'and')}"
                if labels
                else "remove it: this game compares nothing",
            )
            continue
        if id in counts:
            reader.error(
                "duplicate-key",
                f"{quoted(name.text)} is given twice",
                name.span,
                here,
                "remove one of them",
                [Related(given[id], "it is given here first")],
            )
            continue
        number = whole_number(value)
        if number is None or not 0 <= number <= _LARGEST:
            reader.error(
                "count-not-a-number",
                f"{quoted(value.text) if isinstance(value, Scalar) and value.text else 'this'} is no count",
                value.span,
                here,
                "write a whole number from 0 on, without quotes",
            )
            continue
        counts[id] = number
        given[id] = name.span
    return counts


def _strangers(hosts: tuple[HostEntry, ...]) -> dict[str, str]:
    """Return the cards of a forest that no pack knows: comparable name -> id of their line."""
    return {
        key(card.name): made_id(card.name)
        for host in hosts
        for side in host.sides
        for card in side.entries()
        if card.species is None
    }


def _expect(
    reader: Reader, cards: Catalogue, node: Node, path: Path, strangers: dict[str, str]
) -> tuple[dict[str, int] | None, dict[str, Span]]:
    help = "write a total, as in `expect: 87`, or `expect: {total: 87, trees: 21, Oak: 10}`"
    total = whole_number(node)
    if total is not None and abs(total) <= _LARGEST:
        return {"total": total}, {"total": node.span}
    if not isinstance(node, Mapping):
        if isinstance(node, Sequence) or total is None:
            reader.error(
                "expect-not-a-number",
                f"{quoted(node.text) if isinstance(node, Scalar) and node.text else 'this'} is no total",
                node.span,
                path,
                help,
            )
        else:
            reader.error("expect-not-a-number", f"{total} is no possible total", node.span, path, help)
        return None, {}
    expect: dict[str, int] = {}
    spans: dict[str, Span] = {}
    given: dict[str, Span] = {}
    for name, value in node.pairs:
        here: Path = (*path, name.text)
        what = _expected_thing(reader, cards, name, here, strangers)
        number = whole_number(value)
        if number is None or abs(number) > _LARGEST:
            reader.error(
                "expect-not-a-number",
                f"{quoted(value.text) if isinstance(value, Scalar) and value.text else 'this'} is no number of points",
                value.span,
                here,
                "write a whole number without quotes",
            )
        elif what is not None:
            if what in expect:
                reader.error(
                    "duplicate-key",
                    f"{quoted(name.text)} is expected twice",
                    name.span,
                    here,
                    "remove one of them",
                    [Related(given[what], "it is expected here first")],
                )
            given.setdefault(what, name.span)
            expect[what] = number
            spans[what] = value.span
    return expect, spans


def _expected_thing(
    reader: Reader, cards: Catalogue, name: Scalar, path: Path, strangers: dict[str, str]
) -> str | None:
    if name.text in EXPECT_WORDS:
        return name.text
    for id, set_ in cards.sets.items():
        if key(name.text) in (key(id), key(set_.name)):
            return id
    ids = cards.find(name.text)
    if len(ids) == 1:
        return ids[0]
    if not ids and key(name.text) in strangers:
        return strangers[key(name.text)]
    close = reader.near(name.text, {**cards.name_index, **{key(word): [word] for word in EXPECT_WORDS}}, 2)
    reader.error(
        "ambiguous-name" if ids else "unknown-expectation",
        f"{quoted(name.text)} means several cards: {listed(ids, 'and')}"
        if ids
        else f"{quoted(name.text)} is no section, species or set",
        name.span,
        path,
        f"write {listed(ids)}"
        if ids
        else f"did you mean {listed(close)}?"
        if close
        else f"sections are {listed(EXPECT_WORDS, 'and')}",
    )
    return None
