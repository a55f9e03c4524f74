"""Search: which cards typed letters find, and which of them fit."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from forestcalc.catalogue.catalogue import catalogue
from forestcalc.tally.candidates import Typed, Where, search, typed
from forestcalc.tally.fitting import Fitting
from forestcalc.tally.names import names
from forestcalc.tally.session import Session
from tests.tally_helpers import new_session, say


def found(session: Session, text: str) -> list[str]:
    return [one.id for one in session.search(text).candidates]


@pytest.fixture
def session(tmp_path: Path) -> Session:
    session = new_session(tmp_path / "g.yaml", "Anna", "Boris", boxes=("alpine", "woodland-edge"))
    say(session, "add beech")
    return session


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("chaf", "chaffinch"),
        ("CHAF", "chaffinch"),
        ("gsw", "great-spotted-woodpecker"),
        ("gr wood", "great-spotted-woodpecker"),
        ("woodp", "great-spotted-woodpecker"),
        ("buchf", "chaffinch"),
        ("чафф", None),
        ("obyknov", None),
        ("pinson", "chaffinch"),
        ("eiche", "oak"),
        ("chfnch", "chaffinch"),
        ("chafinsh", "chaffinch"),
        ("roe", "roe-deer"),
        ("大斑", "great-spotted-woodpecker"),
        ("зяб", "chaffinch"),
        ("2x toad", "common-toad"),
        ("toad (be", "common-toad"),
        ("qqqq", None),
        ("", None),
        ("(", None),
        ("123", None),
    ],
)
def test_letters_find_the_card(session: Session, text: str, first: str | None) -> None:
    assert next(iter(found(session, text)), None) == first


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("toad", Typed(1, "toad", "")),
        ("2 toad", Typed(2, "toad", "")),
        ("3x roe deer (bi", Typed(3, "roe deer", "bi")),
        ("roe (birch)", Typed(1, "roe", "birch")),
        ("", Typed(1, "", "")),
    ],
)
def test_an_entry_is_taken_apart(text: str, parts: Typed) -> None:
    assert typed(text) == parts


def test_every_card_is_found_by_three_letters_of_each_of_its_names() -> None:
    for game in ("forest-shuffle", "dartmoor", "smoky-mountains"):
        for name in names(catalogue(game)):
            letters = name.letters[:3]
            assert name.rank(letters, (letters,)) in (0, 1), name


def test_only_what_fits_the_slot_is_found(session: Session) -> None:
    host = session.host
    assert host is not None
    left = search("wild boar", Where(host, side="left", hosts=False), session.fitting)
    top = search("wild boar", Where(host, side="top", hosts=False), session.fitting)
    assert [one.id for one in left.candidates][:1] == ["wild-boar"]
    assert not top.candidates
    assert "cannot be on top" in top.why


def test_a_taken_slot_takes_only_what_shares_it(session: Session) -> None:
    say(session, "left european hare")
    assert found(session, "european hare")[0] == "european-hare"
    host = session.host
    assert host is not None
    left = search("lynx", Where(host, side="left", hosts=False), session.fitting)
    assert not left.candidates
    assert "share" in left.why


def test_a_card_without_a_copy_left_is_not_found_and_the_reason_is_told(tmp_path: Path) -> None:
    session = new_session(tmp_path / "g.yaml", "Anna", "Boris")
    say(session, "add oak", "top goshawk", "add oak", "top goshawk", "player Boris", "add oak", "top goshawk")
    total = sum(print_.copies or 0 for print_ in session.catalogue.prints("goshawk"))
    for _ in range(total - 3):
        say(session, "add oak", "top goshawk")
    say(session, "add beech")
    assert not session.problem
    assert "goshawk" not in found(session, "goshawk")
    assert "Goshawk" in session.search("goshawk").why


def test_hosts_are_found_behind_the_last_host_and_dwellers_are_not(session: Session) -> None:
    session.go_to(None)
    assert found(session, "oak")[0] == "oak"
    assert found(session, "chaffinch") == []
    assert "needs a host" in session.search("chaffinch").why


def test_a_card_whose_other_half_is_shown_is_not_found(tmp_path: Path) -> None:
    session = new_session(tmp_path / "g.yaml", "Anna")
    deck = next(iter(_known_pairs(session)), None)
    assert deck is not None
    one, other = deck
    for _ in range(2):
        say(session, "add oak", f"{one[1]} {one[0]}", "add oak", f"{other[1]} {other[0]}")
    assert session.live.sheet is not None  # whatever was added can all be there
    assert not session.live.errors


def _known_pairs(session: Session) -> list[tuple[tuple[str, str], tuple[str, str]]]:
    from forestcalc.game.cards import deck_of

    return [
        ((one.species, one.side), (other.species, other.side))
        for card in deck_of(session.catalogue).known
        for one, other in [card.halves]
        if one.side is not None and other.side is not None
    ]


def test_names_of_the_language_of_the_session_are_shown(tmp_path: Path) -> None:
    session = new_session(tmp_path / "g.yaml", language="de")
    say(session, "buche", "buchf")
    assert session.message == "Buchfink on top of Buche"
    assert "Chaffinch" in (tmp_path / "g.yaml").read_text()


def test_how_long_a_search_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = new_session(tmp_path / "g.yaml", boxes=("alpine", "woodland-edge", "exploration", "promo"))
    say(session, "add beech")
    times = []
    for text in ("c", "ch", "cha", "e", "eu", "b", "bl", "r", "ro", "roe"):
        fresh = Fitting(session.draft, session.catalogue)  # nothing is known of this draft yet
        start = time.perf_counter()
        search(text, session.where, fresh)
        times.append(1000 * (time.perf_counter() - start))
    with capsys.disabled():
        print(f"\ntally: a search takes {sum(times) / len(times):.0f} ms, at most {max(times):.0f} ms")
