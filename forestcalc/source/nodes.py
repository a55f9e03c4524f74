"""Nodes: what a YAML text holds, each value with its place in the text."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from forestcalc.diagnostics.diagnostic import Span


class Scalar(NamedTuple):
    """A single value.

    `value` is resolved by the YAML 1.2 core schema: `str`, `int`, `float`, `bool` or `None`;
    quoted and block scalars are always `str`. `text` is the scalar as it was written, without quotes.
    `quoted` tells whether it was quoted or a block scalar.
    """

    value: str | int | float | bool | None
    text: str
    span: Span
    quoted: bool = False


class Sequence(NamedTuple):
    """A list of nodes in file order."""

    items: tuple[Node, ...]
    span: Span


class Mapping(NamedTuple):
    """Key and value nodes in file order. Keys are scalars; repeated keys are kept out and reported."""

    pairs: tuple[tuple[Scalar, Node], ...]
    span: Span


Node: TypeAlias = Scalar | Sequence | Mapping
