"""Loaded packs: the games with packs laid over them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from forestcalc.catalogue import store

if TYPE_CHECKING:
    from forestcalc.catalogue.catalogue import Catalogue
    from forestcalc.diagnostics.diagnostic import Diagnostic

Raw = Mapping[str, Any]
Rulings = tuple[tuple[str, str], ...]


class Pack(NamedTuple):
    """A pack that passed the check: where it came from, and its plain values."""

    file: str
    game: str
    box: str | None
    title: str
    override: bool
    value: Raw

    def describe(self) -> str:
        """Return one line for a person: what the pack is called and where it came from."""
        from forestcalc.diagnostics.diagnostic import shown

        changes = ", which changes shipped cards" if self.override else ""
        return f"{shown(self.title)} ({shown(self.file, 200)}){changes}"

    def as_json(self) -> dict[str, Any]:
        """Return what a score sheet says of a pack in use."""
        return {"file": self.file, "box": self.box, "title": self.title, "override": self.override}


class LoadedPacks:
    """Packs in loading order, what was found in their files; use them only where `is_valid`.

    `sources` are the texts of all files by name ("" where there is none). Without packs, it answers from the games
    that are shipped.
    """

    __slots__ = ("_catalogues", "_compiled", "diagnostics", "packs", "sources")

    def __init__(
        self,
        packs: tuple[Pack, ...] = (),
        diagnostics: tuple[Diagnostic, ...] = (),
        sources: Mapping[str, str] | None = None,
    ) -> None:
        self.packs = packs
        self.diagnostics = diagnostics
        self.sources = sources or {}
        self._compiled: dict[str, tuple[Raw, Raw]] = {}
        self._catalogues: dict[tuple[str, tuple[str, ...], Rulings], Catalogue] = {}

    @property
    def is_valid(self) -> bool:
        """Whether no file has an error."""
        return not any(found.is_error for found in self.diagnostics)

    def of(self, game: str) -> tuple[Pack, ...]:
        """Return the packs for *game*, in loading order."""
        return tuple(pack for pack in self.packs if pack.game == game)

    def listing(self) -> dict[str, Raw]:
        """Return the games that can be scored, those of packs included: id -> `title` and `names` by language."""
        known: dict[str, Raw] = dict(store.listing()["games"])
        for id in dict.fromkeys(pack.game for pack in self.packs):
            core = self.core(id)
            known[id] = {"title": core["title"], "names": core["names"]}
        return known

    def core(self, game: str) -> Raw:
        """Return the compiled data of *game* that scoring needs. KeyError for an unknown game."""
        return self._game(game)[0] if self.of(game) else store.core(game)

    def texts(self, game: str) -> Raw:
        """Return the texts of *game*. KeyError for an unknown game."""
        return self._game(game)[1] if self.of(game) else store.texts(game)

    def catalogue(self, game: str, expansions: tuple[str, ...] = (), rulings: Rulings = ()) -> Catalogue:
        """Return the catalogue of *game*, as `forestcalc.catalogue.catalogue.catalogue` does without packs."""
        from forestcalc.catalogue.catalogue import Catalogue, catalogue

        if not self.of(game):
            return catalogue(game, expansions, rulings)
        known = game, expansions, rulings
        if known not in self._catalogues:
            self._catalogues[known] = Catalogue(self.core(game), expansions, dict(rulings))
        return self._catalogues[known]

    def use(self) -> None:
        """Let every part of this process see these packs: names, rules, texts and games."""
        from forestcalc.catalogue.catalogue import catalogue

        compiled = {game: self._game(game) for game in dict.fromkeys(pack.game for pack in self.packs)}
        store.lay_over(compiled)
        catalogue.cache_clear()

    def _game(self, game: str) -> tuple[Raw, Raw]:
        if game not in self._compiled:
            from forestcalc.packs.merge import extend

            shipped = game in store.listing()["games"]
            core, texts = (store.core(game), store.texts(game)) if shipped else (None, None)
            self._compiled[game] = extend(core, texts, [pack.value for pack in self.of(game)])
        return self._compiled[game]


NO_PACKS = LoadedPacks()
"""What holds where no pack is in use."""
