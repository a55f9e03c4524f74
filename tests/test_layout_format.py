"""The layout format, clause by clause: names, qualifiers, counts, the long form, sides, players, caves, numbers, limits."""

from __future__ import annotations

import json
from typing import Any

import pytest

from forestcalc.api import check_text
from forestcalc.catalogue import store
from forestcalc.catalogue.catalogue import catalogue, games
from tests.support import diagnosed, errors, layout, lines, sheet_of, totals, warnings

ALL_BOXES = ("alpine", "woodland-edge", "exploration", "promo")


def cards_of(
    forest: list[Any], *, game: str = "forest-shuffle", boxes: tuple[str, ...] = ()
) -> list[tuple[str, str | None]]:
    """Return species and known symbol of every card, in file order."""
    anna = sheet_of(layout(forest, game=game, boxes=boxes)).player("Anna")
    return [(card.species.id, card.symbol) for card in anna.forest.cards()]


# -- names --------------------------------------------------------------------------------------------------------------

HARE = [
    "European Hare",
    "european-hare",
    "EUROPEAN HARE",
    "european hare",
    "europeanhare",
    "European-Hare",
    " European  Hare ",
    "European Hares",
]


@pytest.mark.parametrize("name", HARE)
def test_a_name_is_read_whatever_its_case_hyphens_and_plural(name: str) -> None:
    assert cards_of([{"Birch": {"left": name}}])[1][0] == "european-hare"


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Feldhase", "european-hare"),
        ("Lièvre d'Europe", "european-hare"),
        ("Lievre d’Europe", "european-hare"),
        ("Liebre europea", "european-hare"),
        ("Bechstein's Bat", "bechsteins-bat"),
        ("Bechsteins Bat", "bechsteins-bat"),
        ("Bechstein’s Bats", "bechsteins-bat"),
        ("Dachs", "european-badger"),
        ("Wolves", "wolf"),
    ],
)
def test_a_name_is_read_in_other_languages_and_spellings(name: str, id: str) -> None:
    assert cards_of([{"Birch": {"left": name}}])[1][0] == id


@pytest.mark.parametrize("game", games())
def test_every_name_in_every_language_is_found(game: str) -> None:
    cards = catalogue(game, ALL_BOXES if game == "forest-shuffle" else ("exmoor",) if game == "dartmoor" else ())
    for id, boxes in store.texts(game)["species"].items():
        for texts in boxes.values():
            for language, names in texts.get("names", {}).items():
                for name in names:
                    found = cards.find(name)
                    assert id in found or len(found) == 1, (language, name, found)
        assert cards.find(id)[0] == id
        assert id in cards.find(cards.species(id).name)


@pytest.mark.parametrize("game", games())
def test_plain_english_plurals_are_found(game: str) -> None:
    cards = catalogue(game)
    for id in cards.species_ids:
        name = cards.species(id).name
        if name.endswith("y") and name[-2] not in "aeiou":
            plural = name[:-1] + "ies"
        elif name.endswith(("x", "z", "ch", "sh", "ss", "us")):
            plural = name + "es"
        elif name.endswith("s"):
            continue
        else:
            plural = name + "s"
        assert id in cards.find(plural), plural


def test_full_width_forms_are_the_plain_ones() -> None:
    found = cards_of(
        [{"Ｂｉｒｃｈ": {"left": "Ｒｏｅ　Ｄｅｅｒ（ｌｉｎｄｅｎ，base）", "bottom": "２ｘ　Common Toad"}}]
    )
    assert found == [("birch", "birch"), ("roe-deer", "linden"), ("common-toad", None), ("common-toad", None)]


def test_an_unknown_name_offers_the_nearest() -> None:
    (found,) = diagnosed(layout([{"Birch": {"left": "Europaen Hare"}}]))
    assert found.code == "unknown-species"
    assert "European Hare" in (found.help or "")
    (found,) = diagnosed(layout(["Brich"]))
    assert found.code == "unknown-host"
    assert "Birch" in (found.help or "")


def ambiguous(game: str) -> list[str]:
    cards = catalogue(game)
    return [name for name, ids in cards.name_index.items() if len(ids) > 1]


def test_a_name_of_two_cards_is_an_error_unless_one_is_declared() -> None:
    cards = catalogue("forest-shuffle")
    seen = 0
    for name in ambiguous("forest-shuffle"):
        ids = cards.name_index[name]
        declared = [id for id in ids if cards.is_declared(id)]
        dwellers = [id for id in ids if not cards.species(id).is_host]
        if len(declared) == 1:
            assert cards.find(name) == declared
        elif len(dwellers) == len(ids):
            seen += 1
            side = cards.species(ids[0]).prints[0].side
            assert "ambiguous-name" in errors(layout([{"Sapling": {side: name}}]))
    assert seen or not ambiguous("forest-shuffle")


# -- qualifiers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written",
    [
        "Roe Deer (birch)",
        "Roe Deer(birch)",
        "Roe Deer (Birch)",
        "Roe Deer (Birke)",
        "Roe Deer (base, birch)",
        "Roe Deer (birch, base)",
        "Roe Deer (birch) (base)",
        "Roe Deer (Grundspiel, Bouleau)",
    ],
)
def test_qualifiers_name_symbol_and_box_in_any_order_and_language(written: str) -> None:
    assert cards_of([{"Beech": {"right": written}}])[1] == ("roe-deer", "birch")


def test_a_trees_name_stands_for_its_symbol() -> None:
    assert cards_of([{"Beech": {"left": "Roe Deer (Linden Tree)"}}])[1] == ("roe-deer", "linden")


def test_a_box_says_which_print_it_is() -> None:
    forest = [{"Elderberry": {"left": "Squeaker (woodland-edge)", "right": "European Wildcat"}}]
    assert lines(sheet_of(layout(forest, boxes=["woodland-edge"])))["european-wildcat"] == 3
    forest = [{"Elderberry": {"left": "Squeaker (base)", "right": "European Wildcat"}}]
    assert lines(sheet_of(layout(forest, boxes=["woodland-edge"])))["european-wildcat"] == 2


def test_a_box_that_is_assumed_is_a_warning_where_it_matters() -> None:
    matters = layout([{"Elderberry": {"left": "Squeaker", "right": "European Wildcat"}}], boxes=["woodland-edge"])
    assert "box-assumed" in warnings(matters)
    assert lines(sheet_of(matters))["european-wildcat"] == 2
    assert "box-assumed" not in warnings(layout([{"Birch": {"left": "Squeaker"}}], boxes=["woodland-edge"]))


def test_cards_are_taken_from_the_first_declared_box_that_has_one_left() -> None:
    left = [{"Birch": {"left": "Squeaker (horse-chestnut)"}}] * 2
    text = layout([*left, {"Elderberry": {"right": "European Wildcat"}}], boxes=["woodland-edge"])
    # the first is the one of the base game, the second that of Woodland Edge
    assert lines(sheet_of(text))["european-wildcat"] == 3


def test_hosts_take_qualifiers_in_their_key() -> None:
    forest = [{"Elderberry (birch)": {"right": "Roe Deer (birch)"}}, "Common Hazel (Birke)"]
    found = cards_of(forest, boxes=("woodland-edge",))
    assert [symbol for _, symbol in found] == ["birch", "birch", "birch"]


@pytest.mark.parametrize(
    ("host", "codes"),
    [
        ("Beech (beech)", []),
        ("Beech (base)", []),
        ("Beech (oak)", ["symbol-not-printed"]),
        ("Sapling (beech)", ["qualifier-on-face-down"]),
        ("Sapling (base)", ["qualifier-on-face-down"]),
        ("Beech (alpine)", ["box-not-declared"]),
        ("Beech (banana)", ["symbol-unknown"]),
        ("Beech (beech, oak)", ["qualifier-twice"]),
    ],
)
def test_qualifiers_of_hosts(host: str, codes: list[str]) -> None:
    assert errors(layout([host])) == codes


@pytest.mark.parametrize(
    ("card", "codes"),
    [
        ("Roe Deer (oak)", ["symbol-not-printed"]),
        ("Roe Deer (birch, linden)", ["qualifier-twice"]),
        ("Roe Deer (birch, birch)", []),
        ("Roe Deer (alpine)", ["box-not-declared"]),
        ("Roe Deer (quercus)", ["symbol-unknown"]),
        ("Fire Salamander (beech)", ["slot-wrong-side"]),
        ("Steinbock", ["card-not-in-boxes"]),
    ],
)
def test_qualifiers_of_dwellers(card: str, codes: list[str]) -> None:
    assert errors(layout([{"Beech": {"right": card}}])) == codes


@pytest.mark.parametrize("game", ["dartmoor", "smoky-mountains"])
def test_face_down_hosts_take_no_qualifiers(game: str) -> None:
    host = "Universal Moor" if game == "dartmoor" else "Universal River"
    assert errors(layout([host], game=game)) == []
    assert errors(layout([f"{host} (ash)" if game == "dartmoor" else f"{host} (fir)"], game=game)) == [
        "qualifier-on-face-down"
    ]


# -- counts ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written",
    [
        "2x Common Toad",
        "2 x Common Toad",
        "2× Common Toad",
        "Common Toad x2",
        "Common Toad x 2",
        "Common Toad ×2",
        "2X Common Toad",
        "2x Common Toads",
        "x2 Common Toad",
        "×2 Common Toad",
        "X2 Common Toads",
        "Common Toad 2x",
        "Common Toad 2 ×",
    ],
)
def test_counts(written: str) -> None:
    assert [id for id, _ in cards_of([{"Birch": {"bottom": written}}])] == ["birch", "common-toad", "common-toad"]


@pytest.mark.parametrize(
    "written", ["3x Birch", "3 x Birch", "3× Birch", "Birch x3", "3x Birches", "x3 Birch", "Birch 3x"]
)
def test_counts_of_hosts(written: str) -> None:
    assert [id for id, _ in cards_of([written])] == ["birch"] * 3


@pytest.mark.parametrize(
    ("forest", "codes"),
    [
        (["0x Birch"], ["count-out-of-range"]),
        (["100x Sapling"], ["count-out-of-range"]),
        (["99x Sapling"], []),
        ([{"2x Birch": {"left": "Gnat"}}], ["count-with-cards"]),
        ([{"2x Birch": {}}], []),
        ([{"2x Birch": None}], []),
        ([{"Birch": {"left": "0x European Hare"}}], ["count-out-of-range"]),
        ([{"Birch": {"left": "-1x European Hare"}}], ["unknown-species"]),
    ],
)
def test_limits_of_counts(forest: list[Any], codes: list[str]) -> None:
    assert errors(layout(forest)) == codes


@pytest.mark.parametrize(
    "written",
    [
        "2x European Hare (birch)",
        "x2 European Hare (birch)",
        "European Hare (birch) x2",
        "European Hare x2 (birch)",
        "European Hare 2x (birch)",
    ],
)
def test_a_qualified_count_counts_each(written: str) -> None:
    assert cards_of([{"Birch": {"left": written}}])[1:] == [("european-hare", "birch")] * 2


# -- parentheses ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "code"),
    [
        ("(beech)", "unknown-host"),
        ("2x (beech)", "unknown-host"),
        ("Beech)", "unknown-host"),
        ("Moor (birch)", "unknown-host"),
        ("Beech ()", "symbol-unknown"),
        ("Beech (,)", "symbol-unknown"),
        ("Beech () x2", "symbol-unknown"),
        ("Sapling ()", "symbol-unknown"),
    ],
)
def test_parentheses_are_no_part_of_a_name_that_is_printed_without(host: str, code: str) -> None:
    assert errors(layout([host])) == [code]


def test_a_name_spelt_with_stray_parentheses_is_suggested_without() -> None:
    (fault,) = diagnosed(layout(["Moor (birch)"], game="dartmoor"))
    assert fault.help == "did you mean `Moor Birch`?"
    assert errors(layout([{"Beech": {"left": "Beech (Marten)"}}])) == ["symbol-unknown"]


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Wild Boar (Female)", "female-wild-boar"),
        ("Wild Boar (♀)", "female-wild-boar"),
        ("Wild Boar（Female）", "female-wild-boar"),
        ("Wildschwein (Bache)", "female-wild-boar"),
        ("Wildschwein Bache", "female-wild-boar"),
        ("1x Wildschwein (Bache)", "female-wild-boar"),
        ("Cinghiale (giovane)", "squeaker"),
    ],
)
def test_a_name_may_be_printed_with_parentheses(name: str, id: str) -> None:
    assert cards_of([{"Beech": {"left": name}}], boxes=("woodland-edge",))[1][0] == id


# -- boxes in other languages ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "name", "box"),
    [
        *(
            ("forest-shuffle", name, "alpine")
            for name in ("Alpen", "Alpien", "Alpes", "Alpi", "Alp", "Alpy", "Альпы", "Алпийски", "高山", "阿尔卑斯")
        ),
        *(
            ("forest-shuffle", name, "woodland-edge")
            for name in (
                "Waldrand",
                "Lisière de forêt",
                "Linde del Bosque",
                "Na Skraju Lasu",
                "Borda da floresta",
                "Bordas da floresta",
                "На края на гората",
                "林缘",
                "林地边缘",
            )
        ),
        ("dartmoor", "Exmoor", "exmoor"),
    ],
)
def test_a_box_is_read_in_every_language(game: str, name: str, box: str) -> None:
    assert catalogue(game).find_box(name) == box


def test_a_box_in_another_language_qualifies_a_card() -> None:
    forest = [{"Beech": {"left": "Squeaker (На края на гората)", "right": "Chamois (高山)"}}]
    assert errors(layout(forest, boxes=ALL_BOXES)) == []


# -- one fault, one error -------------------------------------------------------------------------------------------------


def test_an_alias_does_not_repeat_an_error() -> None:
    assert errors("players: {A: &a {forest: [Baobab]}, B: *a}") == ["unknown-host"]


def test_too_many_holders_of_a_cave_are_one_error() -> None:
    holder = {"cave": {"name": "bat-cave", "cards": 1}, "forest": ["Beech"]}
    (fault,) = diagnosed(layout({"A": holder, "B": holder, "C": holder}, boxes=["exploration"]))
    assert (fault.code, fault.path) == ("cave-twice", ("players", "B", "cave", "name"))
    assert len(fault.related) == 2


def test_all_who_compete_for_a_print_are_named() -> None:
    forest = [{"Beech": {"right": "Roe Deer (birch)"}} for _ in range(3)]
    (fault,) = diagnosed(layout([*forest, {"Beech": {"right": "Roe Deer"}}]))
    assert fault.code == "too-many-prints"
    assert fault.message.startswith("3 cards compete for 1 print")
    assert fault.path == ("players", "Anna", "forest", 1, "right", 0)
    assert len(fault.related) == 2


def test_each_shortage_of_prints_is_an_error_of_its_own() -> None:
    host = {"Beech": {"left": "Roe Deer (linden)", "right": "Roe Deer (birch)"}}
    faults = diagnosed(layout([host, host, "Beech"]))
    assert [(one.code, one.path[-2], len(one.related)) for one in faults] == [
        ("too-many-prints", "left", 1),
        ("too-many-prints", "right", 1),
    ]


@pytest.mark.parametrize("card", ["Palm (tree)", "Palm ()", "Palm (birch, tree)"])
def test_the_qualifiers_of_an_unknown_name_are_no_second_error(card: str) -> None:
    assert errors(layout([card], game="dartmoor")) == ["unknown-host"]
    assert errors(layout([{"Moor Birch": {"left": card}}], game="dartmoor")) == ["unknown-species"]


@pytest.mark.parametrize(
    ("forest", "code", "help"),
    [
        (["Larch"], "unknown-host", "did you mean `European Larch`?"),
        (["3 Beech"], "unknown-host", "a count is written with an x: `3x Beech`"),
        (["Beech * 3"], "unknown-host", "a count is written with an x: `3x Beech`"),
        (["Beech 3"], "unknown-host", "a count is written with an x: `3x Beech`"),
        (["Beech (3)"], "symbol-unknown", "a count stands before the name, as in `3x Beech`"),
        (["Beech (x3)"], "symbol-unknown", "a count stands before the name, as in `3x Beech`"),
        (["Oaks, Birch"], "unknown-host", "every host is an item of its own: `Oaks` and `Birch`"),
        ([{"Beech": {"left": "Lynx (beech"}}], "unknown-species", "its `)` is missing; between { } or [ ] a comma ends the text, so put quotes around all of it"),
        ([{"Beech": {"left": "Lynx", "base)": None}}], "unknown-key", "its `(` is missing; between { } or [ ] a comma ends the text, so put quotes around all of it"),
        ([{"Beech": {"left": "Lynx, Red Fox"}}], "unknown-species", "several cards are a list: `[Lynx, Red Fox]`"),
        ([{"Beech": "Chaffinch"}], "wrong-shape", "say at which side it lies, as in `Beech: {top: Chaffinch}`"),
        ([{"Beech": {"left": "Lynx", "Red Fox": None}}], "unknown-key", "cards that share a side are a list, as in `left: [card, card]`"),
        ([{"Beech": None, "left": "Lynx"}], "several-hosts", "indent it further than `Beech`, as all sides of this host"),
        (["Beech " * 50], "unknown-host", "look for a missing comma or line end: no name is that long"),
    ],
)  # fmt: skip
def test_what_players_often_write_is_told_how_to_mend(forest: list[object], code: str, help: str) -> None:
    (fault,) = diagnosed(layout(forest))
    assert (fault.code, fault.help) == (code, help)


def test_a_forest_beside_its_player_is_one_error() -> None:
    (fault,) = diagnosed("players:\n  Anna:\n  forest: [Beech]\n")
    assert (fault.code, fault.help) == ("no-forest-or-counts", "indent it further than `Anna`")
    assert fault.span == (3, 3, 9)


def test_what_stands_below_a_misspelt_key_is_read_nevertheless() -> None:
    assert errors("Players: {Anna: {Forest: [{Beech: {Top: Chafinch}}]}}") == ["unknown-key"] * 3 + ["unknown-species"]
    assert errors("expansion: [alpine]\nplayers: {Anna: {forest: [Stone Pine]}}") == ["unknown-key"]
    # Of two keys that are given, neither is taken for the other.
    assert errors("players: {Anna: {forest: [Beech], forrest: [Baobab]}}") == ["unknown-key"]


def test_a_name_of_another_game_is_told_before_near_names() -> None:
    (fault,) = diagnosed(layout(["Creek"]))
    assert "smoky-mountains" in (fault.help or "")


@pytest.mark.parametrize("host", [{"card": "Beech"}, {"card": "Beech", "count": 1}])
def test_a_host_has_no_long_form(host: dict[str, Any]) -> None:
    (fault,) = diagnosed(layout([host]))
    assert fault.code == "wrong-shape"
    assert "no long form" in fault.message


def test_points_out_of_range_are_told_so() -> None:
    (fault,) = diagnosed(layout([{"Beech": {"left": {"card": "Jackalope", "points": 10**28}}}]))
    assert fault.code == "points-not-a-number"
    assert "out of range" in fault.message


@pytest.mark.parametrize(
    "players",
    [
        {"A": {"expect": {"beech": 0, "Beech": 0}, "forest": ["Beech"]}},
        {"A": {"counts": {"Linden": 1, "linden": 2}}, "B": ["Beech"]},
    ],
)
def test_equal_names_given_twice_point_to_the_first(players: dict[str, Any]) -> None:
    (fault,) = diagnosed(layout(players))
    assert fault.code == "duplicate-key"
    assert len(fault.related) == 1


def test_every_box_with_such_a_print_is_named() -> None:
    (fault,) = diagnosed(layout([{"Beech": {"bottom": "Fire Salamander (beech)"}}]))
    assert fault.code == "print-not-in-boxes"
    assert "`exploration` or `promo`" in fault.message


@pytest.mark.parametrize(
    ("name", "id"), [("Zorg", "zorg"), ("ZORG'S Élan", "zorgs-elan"), ("Zorgs elan", "zorgs-elan")]
)
def test_points_of_a_card_by_hand_can_be_expected(name: str, id: str) -> None:
    card = {"card": "Zorg" if id == "zorg" else "Zorg's Élan", "points": 5}
    (checked,) = check_text(layout({"A": {"expect": {name: 5}, "forest": [{"Beech": {"left": card}}]}}))
    assert checked.game is not None
    assert checked.game.players[0].expect == {id: 5}
    assert errors(layout({"A": {"expect": {"Zork": 5}, "forest": ["Beech"]}})) == ["unknown-expectation"]


# -- the long form -----------------------------------------------------------------------------------------------------------


def test_the_long_form_says_the_same() -> None:
    long = {"card": "Roe Deer", "symbol": "birch", "box": "base", "count": 1}
    assert cards_of([{"Beech": {"right": long}}]) == cards_of([{"Beech": {"right": "Roe Deer (birch, base)"}}])
    assert cards_of([{"Birch": {"left": {"card": "European Hare", "count": 3}}}]) == cards_of(
        [{"Birch": {"left": "3x European Hare"}}]
    )


@pytest.mark.parametrize(
    ("card", "codes"),
    [
        ({"card": "Lynx"}, []),
        ({"card": "Lynx", "colour": "red"}, ["unknown-key"]),
        ({"symbol": "birch"}, ["card-missing"]),
        ({"card": "Lynx", "count": "2"}, ["count-not-a-number"]),
        ({"card": "Lynx", "count": 2.0}, ["count-not-a-number"]),
        ({"card": "Lynx", "count": True}, ["count-not-a-number"]),
        ({"card": "European Hare", "count": 0}, ["count-out-of-range"]),
        ({"card": "2x European Hare"}, ["count-in-name"]),
        ({"card": "Lynx", "symbol": "banana"}, ["symbol-unknown"]),
        ({"card": "Lynx", "points": 5}, ["points-by-hand"]),
        ({"card": "Lynx", "symbol": "birch"}, ["symbol-not-printed"]),
        ({"card": 5}, ["wrong-shape"]),
        ({"card": "Jackalope"}, ["unknown-species"]),
        ({"card": "Jackalope", "points": 6}, []),
        ({"card": "Jackalope", "points": "6"}, ["points-not-a-number"]),
        ({"card": "Jackalope", "points": 6.5}, ["points-not-a-number"]),
        ({"card": "Birch", "points": 6}, ["host-as-dweller"]),
    ],
)
def test_keys_of_the_long_form(card: dict[str, Any], codes: list[str]) -> None:
    assert errors(layout([{"Birch": {"left": card}}])) == codes


def test_hosts_have_no_long_form() -> None:
    assert errors(layout([{"card": "Birch"}])) != []


def test_a_card_by_hand_has_its_points_and_nothing_else() -> None:
    forest = [{"Silver Fir": {"left": {"card": "Lynks", "points": 6}, "top": "Tawny Owl"}}]
    text = layout(forest)
    assert warnings(text) == ["unknown-card-by-hand"]
    (warned,) = diagnosed(text)
    assert "Lynx" in (warned.help or "")
    assert lines(sheet_of(text)) == {"silver-fir": 4, "tawny-owl": 5, "lynks": 6}


# -- sides and slots -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "codes"),
    [
        ([], []),
        (None, []),
        ([None], ["null-in-list"]),
        ([["European Hare"]], ["nested-list"]),
        ({"card": "Lynx"}, []),
        (5, ["wrong-shape"]),
        ("", ["unknown-species"]),
    ],
)
def test_one_slot_sides(side: Any, codes: list[str]) -> None:
    assert errors(layout([{"Birch": {"left": side}}])) == codes


@pytest.mark.parametrize(
    ("side", "species", "slots"),
    [
        ("Buzzard", 1, 1),
        (["Buzzard"], 1, 1),
        (["Buzzard", "Wheatear"], 2, 2),
        ([["Buzzard"], ["Wheatear"]], 2, 2),
        ([["Keeled Skimmer", "Southern Damselfly"]], 2, 1),
        (["Buzzard", ["Keeled Skimmer", "Southern Damselfly"]], 3, 2),
        ("2x Keeled Skimmer", 2, 1),
        (["2x Keeled Skimmer", "Wheatear"], 3, 2),
        ([], 0, 0),
        (None, 0, 0),
    ],
)
def test_two_slot_sides(side: Any, species: int, slots: int) -> None:
    forest = [{"Tor": {"top": side, "bottom": "Water Soldiers"}}]
    anna = sheet_of(layout(forest, game="dartmoor")).player("Anna")
    top = [card for card in anna.forest.cards() if card.side == "top"]
    assert (len(top), len({card.slot for card in top})) == (species, slots)


@pytest.mark.parametrize(
    "side",
    [[[["Buzzard"]]], [None], [[None]], {"Buzzard": 1}],
)
def test_deeper_nesting_and_null_in_lists_are_errors(side: Any) -> None:
    assert len(errors(layout([{"Tor": {"top": side}}], game="dartmoor"))) == 1


def test_the_order_of_a_stack_and_of_slots_has_no_meaning() -> None:
    one = [
        {"Tor": {"top": ["Buzzard", ["Keeled Skimmer", "Southern Damselfly"]], "bottom": ["Water Soldiers", "Heather"]}}
    ]
    other = [
        {"Tor": {"bottom": ["Heather", "Water Soldiers"], "top": [["Southern Damselfly", "Keeled Skimmer"], "Buzzard"]}}
    ]
    assert lines(sheet_of(layout(one, game="dartmoor"))) == lines(sheet_of(layout(other, game="dartmoor")))


@pytest.mark.parametrize(("value", "codes"), [(True, []), (False, []), ("true", ["wrong-shape"]), (1, ["wrong-shape"])])
def test_river_is_true_or_false(value: Any, codes: list[str]) -> None:
    assert errors(layout([{"Hemlock": {"river": value}}], game="smoky-mountains")) == codes


# -- players ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "codes"),
    [
        ({"Anna": {"forest": []}}, []),
        ({name: {"forest": []} for name in "ABCDE"}, []),
        ({name: {"forest": []} for name in "ABCDEF"}, ["too-many-players"]),
        ({}, ["no-players"]),
        (None, ["no-players"]),
        ({"Anna": {"counts": {"trees": 3}}}, ["no-forest"]),
        ({"Anna": {"forest": [], "counts": {}}}, 1),
        ({"Anna": {}}, 1),
        ({"Anna": {"cave": 3}}, 1),
        ({"Anna": None}, 1),
        ({"Anna": {"forest": None}}, 1),
        ({"Anna": {"forest": {}}}, 1),
        ({"Anna": {"forest": [], "colour": "red"}}, ["unknown-key"]),
        ({"Anna": {"forest": []}, "Boris": {"counts": {"trees": 3}, "cave": 3}}, 1),
        ({"Anna": {"forest": []}, "Boris": {"counts": {"trees": 3}, "expect": 3}}, 1),
        ({"Anna": {"forest": []}, "Boris": {"counts": {"beeches": 3}}}, 1),
        ({"Anna": {"forest": []}, "Boris": {"counts": {"trees": "3"}}}, 1),
        ({"Anna": {"forest": []}, "Boris": {"counts": {"trees": -1}}}, 1),
        ({"Anna": {"forest": []}, "Boris": {"counts": {"Linden Tree": 3, "trees": 9}}}, []),
        ({"Anna": {"forest": []}, "Boris": {"counts": {}}}, []),
    ],
)
def test_players(players: Any, codes: list[str] | int) -> None:
    found = errors(json.dumps({"players": players}))
    if isinstance(codes, int):
        assert len(found) == codes
    else:
        assert found == codes


def test_a_key_that_is_no_text_is_taken_as_written() -> None:
    sheet = sheet_of("players: {7: {forest: [Birch]}, true: {forest: []}, 1.50: {forest: []}}")
    assert list(totals(sheet)) == ["7", "true", "1.50"]


@pytest.mark.parametrize(
    "text",
    [
        "players: {Anna: {forest: []}, Anna: {forest: []}}",
        "players: {Anna: {forest: [], forest: []}}",
        "players: {Anna: {forest: [{Birch: {left: Gnat, left: Lynx}}]}}",
        "game: forest-shuffle\ngame: dartmoor\nplayers: {Anna: {forest: []}}",
    ],
)
def test_the_same_key_twice_is_an_error(text: str) -> None:
    assert "duplicate-key" in errors(text)


@pytest.mark.parametrize("name", ["Anna\\u0007", "\\e[31mAnna"])
def test_a_name_holds_no_control_characters(name: str) -> None:
    assert errors(f'players: {{"{name}": {{forest: []}}}}') != []


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("game: forest-shuffle\nplayers: {Anna: {forest: []}}", []),
        ("game: Mischwald\nplayers: {Anna: {forest: []}}", []),
        ("game: forest-scuffle\nplayers: {Anna: {forest: []}}", ["unknown-game"]),
        ("expansions: [Alpine]\nplayers: {Anna: {forest: []}}", []),
        ("expansions: []\nplayers: {Anna: {forest: []}}", []),
        ("expansions: alpine\nplayers: {Anna: {forest: []}}", ["wrong-shape"]),
        ("expansions: [exmoor]\nplayers: {Anna: {forest: []}}", ["unknown-box"]),
        ("game: dartmoor\nexpansions: [exmoor]\nplayers: {Anna: {forest: []}}", []),
        ("game: smoky-mountains\nexpansions: [alpine]\nplayers: {Anna: {forest: []}}", ["unknown-box"]),
        ("title: ours\nplayers: {Anna: {forest: []}}", ["unknown-key"]),
        ("[1, 2]", ["wrong-shape"]),
        ("42", ["wrong-shape"]),
        ("game: forest-shuffle", ["no-players"]),
    ],
)
def test_keys_of_a_layout(text: str, codes: list[str]) -> None:
    assert errors(text) == codes


# -- caves and numbers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cave", "boxes", "points"),
    [
        (0, (), 0),
        (5, (), 5),
        ({"name": "regular-cave", "cards": 5}, (), 5),
        ({"name": "Cave", "cards": 5}, (), 5),
        ({"name": "lonely-cave", "cards": 0}, ("exploration",), 5),
        ({"name": "Lonely Cave", "cards": 2}, ("exploration",), 2),
        ({"name": "collectors-cave", "cards": 4}, ("exploration",), 8),
        ({"name": "Collector's Cave", "cards": 4}, ("exploration",), 8),
        ({"name": "bat-cave", "cards": 3}, ("exploration",), 3),
    ],
)
def test_caves(cave: Any, boxes: tuple[str, ...], points: int) -> None:
    assert sheet_of(layout({"Anna": {"cave": cave, "forest": []}}, boxes=boxes)).player("Anna").total == points


def test_a_cave_left_out_means_no_cards() -> None:
    assert sheet_of(layout({"Anna": {"forest": []}})).player("Anna").total == 0


@pytest.mark.parametrize(
    ("cave", "code"),
    [
        ("5", "cave-not-a-number"),
        (5.0, "cave-not-a-number"),
        (True, "cave-not-a-number"),
        (-1, "cave-negative"),
        (1000, "cave-too-many"),
        ({"name": "dragon-cave", "cards": 1}, "cave-unknown"),
        ({"name": "bat-cave", "cards": 1}, "cave-not-in-boxes"),
        ({"name": "regular-cave", "cards": "5"}, "cave-not-a-number"),
        ({"name": "regular-cave", "bats": 5}, "unknown-key"),
        ([5], "cave-not-a-number"),
    ],
)
def test_faulty_caves(cave: Any, code: str) -> None:
    assert errors(layout({"Anna": {"cave": cave, "forest": []}})) == [code]


def test_a_special_cave_exists_once_and_ordinary_ones_five_times() -> None:
    five = {name: {"cave": 1, "forest": []} for name in "ABCDE"}
    assert errors(layout(five)) == []
    lonely = {name: {"cave": {"name": "lonely-cave", "cards": 1}, "forest": []} for name in "AB"}
    assert errors(layout(lonely, boxes=["exploration"])) == ["cave-twice"]
    mixed = {"A": {"cave": {"name": "lonely-cave", "cards": 1}, "forest": []}, "B": {"cave": 2, "forest": []}}
    assert errors(layout(mixed, boxes=["exploration"])) == []


@pytest.mark.parametrize("number", range(1, 11))
def test_the_caves_of_dartmoor(number: int) -> None:
    cave = {"name": f"cave-{number}", "cards": 5}
    text = layout({"Anna": {"cave": cave, "forest": []}}, game="dartmoor", boxes=["exmoor"])
    assert sheet_of(text).player("Anna").total == (10 if number == 4 else 5)
    alone = errors(layout({"Anna": {"cave": cave, "forest": []}}, game="dartmoor"))
    assert bool(alone) == (number > 5)


# -- documents -------------------------------------------------------------------------------------------------------------

ONE = "players: {Anna: {forest: [Birch]}}\n"


@pytest.mark.parametrize(
    ("text", "games"),
    [
        (ONE, 1),
        (f"---\n{ONE}", 1),
        (f"{ONE}---\n{ONE}", 2),
        (f"{ONE}---\n", 1),
        (f"---\n{ONE}---\n{ONE}...\n", 2),
        (json.dumps({"players": {"Anna": {"forest": ["Birch"]}}}), 1),
        ("# a comment\n" + ONE, 1),
        ("players:\r\n  Anna:\r\n    forest: [Birch]\r\n", 1),
        ("\ufeff" + ONE, 1),
    ],
)
def test_documents(text: str, games: int) -> None:
    found = list(check_text(text))
    assert [one.game is not None for one in found] == [True] * games


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n", "---\n", f"{ONE}---\n---\n{ONE}"])
def test_an_empty_document_is_an_error(text: str) -> None:
    assert errors(text) != []


def test_anchors_and_aliases_work() -> None:
    text = "players:\n  Anna: &same\n    forest: [2x Birch]\n  Boris: *same\n"
    assert totals(sheet_of(text)) == {"Anna": 2, "Boris": 2}


@pytest.mark.parametrize(
    "text",
    [
        "players:\n  Anna: &a {forest: []}\n  Boris: {<<: *a}\n",
        "players: {Anna: {forest: !!seq []}}\n",
        "players: {Anna: {forest: [!card Birch]}}\n",
    ],
)
def test_merge_keys_and_tags_are_errors(text: str) -> None:
    assert errors(text) != []


def test_a_document_may_be_large_and_deep() -> None:
    padding = "# " + "x" * 98 + "\n"
    assert errors(padding * 10_500 + ONE) == []
    deep = "[" * 17 + "Birch" + "]" * 17
    assert errors(f"players: {{Anna: {{forest: [{deep}]}}}}") == ["wrong-shape"]


def test_a_stream_may_hold_many_documents() -> None:
    found = list(check_text(f"---\n{ONE}" * 1000))
    assert len(found) == 1000
    assert all(one.game is not None for one in found)
    assert found[-1].document == 999


# -- expect ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "expect",
    [
        2,
        {"total": 2},
        {"trees": 2, "top": 0, "bottom": 0, "left_right": 0, "cave": 0},
        {"Birch": 2},
        {"birch": 2},
        {"Birke": 2},
        {"European Hare": 0, "butterflies": 0, "fireflies": 0},
    ],
)
def test_what_can_be_expected(expect: Any) -> None:
    assert errors(layout({"Anna": {"expect": expect, "forest": ["2x Birch"]}})) == []


@pytest.mark.parametrize("expect", ["2", 2.0, True, {"total": "2"}, {"sides": 2}, {"Baobab": 2}, [2], {"total": None}])
def test_what_cannot_be_expected(expect: Any) -> None:
    assert len(errors(layout({"Anna": {"expect": expect, "forest": ["2x Birch"]}}))) == 1


# -- findings ----------------------------------------------------------------------------------------------------------------


def test_all_findings_are_reported_each_once_in_file_order() -> None:
    text = """\
players:
  Anna:
    cave: -2
    forest:
      - Baobab
      - Birch: {left: Chaffinch, top: Lynx}
      - Oak: {bottom: Red Fax}
  Boris:
    colour: red
    forest: [Roe Deer]
"""
    found = [(one.code, one.span.line if one.span else 0) for one in diagnosed(text)]
    assert found == [
        ("cave-negative", 3),
        ("unknown-host", 5),
        ("slot-wrong-side", 6),
        ("slot-wrong-side", 6),
        ("unknown-species", 7),
        ("unknown-key", 9),
        ("dweller-as-host", 10),
    ]


def test_every_place_lies_inside_the_text() -> None:
    text = layout([{"Birch": {"left": "Chaffinch", "top": "Lynx"}}, "Baobab"])
    rows = text.splitlines()
    for one in diagnosed(text):
        assert one.span is not None
        assert 1 <= one.span.line <= len(rows)
        assert 1 <= one.span.column < one.span.end_column <= len(rows[one.span.line - 1]) + 1
