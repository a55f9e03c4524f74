from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from forestcalc.catalogue import store
from forestcalc.packs.flow import block
from forestcalc.packs.load import read_packs, template
from forestcalc.packs.page import shown, updated
from forestcalc.packs.schema import pack_schema
from forestcalc.packs.vocabulary import Choice, Listing, Shape, Table, Value
from forestcalc.packs.words import RECORDS
from tests.packs_helpers import EXAMPLES, FAULTS, ROOT, load

PAGE = ROOT / "cards" / "README.md"
PROSE = re.sub(r"<!-- begin vocabulary -->.*<!-- end vocabulary -->", "", PAGE.read_text("utf-8"), flags=re.DOTALL)
SNIPPETS = re.findall(r"```yaml\n(.*?)```", PROSE, re.DOTALL)
SCHEMA = pack_schema()


def read_yaml(text: str) -> Any:
    return YAML(typ="safe", pure=True).load(text)


def test_the_page_is_up_to_date() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert updated(page) == page, "run: python -m forestcalc.packs.page cards/README.md"


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda text: text.split("\n")[1])
def test_every_pack_on_the_page_passes(snippet: str, tmp_path: Path) -> None:
    path = tmp_path / "snippet.yaml"
    path.write_text(snippet, encoding="utf-8")
    beside = [ROOT / name for name in re.findall(r"^# beside: (\S+)", snippet, re.MULTILINE)]
    assert read_packs([*beside, path]).diagnostics == ()


@pytest.mark.parametrize("path", re.findall(r"\]\(\.\./(examples/[^)]*)\)", PROSE))
def test_every_file_that_the_page_names_is_there(path: str) -> None:
    assert (ROOT / path).is_file()


def test_every_record_is_documented_and_can_be_reached() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for id in RECORDS:
        assert f'<a id="{id}">' in page
        assert id == "pack" or f"](#{id})" in page


@pytest.mark.parametrize("id", [id for id, record in RECORDS.items() if record.mark or "measure" in id or id == "slot"])
def test_every_shape_of_a_rule_has_an_example(id: str) -> None:
    assert RECORDS[id].examples


EXAMPLES_OF_RECORDS = [
    pytest.param(example, id=f"{record.id}-{example.id}") for record in RECORDS.values() for example in record.examples
]


@pytest.mark.parametrize("example", EXAMPLES_OF_RECORDS)
def test_an_example_on_the_page_reads_as_what_is_shipped(example: Any) -> None:
    wanted = shown(example)
    text = "\n".join(line for name, value in wanted.items() for line in block(name, value))
    assert with_text_keys(read_yaml(text)) == wanted


def with_text_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(name): with_text_keys(part) for name, part in value.items()}
    return [with_text_keys(part) for part in value] if isinstance(value, list) else value


def test_every_key_of_a_rule_is_used_by_a_shipped_card() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in store.pack_files())
    for id in ("per", "if", "steps", "measure", "counted", "condition", "most", "slot", "shares", "cards-filter"):
        for key in RECORDS[id].keys:
            assert re.search(rf"\b{key.name}: ", text), (id, key.name)


class TestTemplate:
    def test_it_passes(self, tmp_path: Path) -> None:
        assert load(tmp_path, template()).diagnostics == ()

    @pytest.mark.parametrize("line", re.findall(r"^    # (rule: .*?)  ", template(), re.MULTILINE))
    def test_each_rule_that_it_offers_passes(self, line: str, tmp_path: Path) -> None:
        text = re.sub(r"^    rule: .*$", f"    {line}", template(), flags=re.MULTILINE)
        assert load(tmp_path, text).diagnostics == ()

    def test_the_further_print_that_it_offers_passes(self, tmp_path: Path) -> None:
        text = re.sub(r"^  # (robin:|  types:|  prints:)", r"  \1", template(), flags=re.MULTILINE)
        loaded = load(tmp_path, text)
        assert loaded.diagnostics == ()
        assert set(loaded.packs[0].value["species"]) == {"sample-finch", "robin"}


class TestSchema:
    @pytest.mark.parametrize(
        "path",
        [*store.pack_files(), *sorted(EXAMPLES.glob("*.yaml"))],
        ids=lambda path: f"{path.parent.name}-{path.stem}",
    )
    def test_it_takes_every_pack_that_is_shipped(self, path: Path) -> None:
        assert fits(with_text_keys(read_yaml(path.read_text(encoding="utf-8"))), SCHEMA)

    @pytest.mark.parametrize(
        "name",
        [
            "unknown-key",
            "unknown-key-of-term",
            "missing-key",
            "not-a-number",
            "number-range",
            "points-range",
            "not-text",
            "id",
            "not-a-choice",
            "symbol-in-if",
            "different-symbols-in-if",
            "empty-measure",
            "key-of-names",
            "threshold",
            "shape-of-rule",
            "ruling-nowhere",
        ],
    )
    def test_it_refuses_wrong_shapes(self, name: str) -> None:
        value = read_yaml((FAULTS / f"{name}.yaml").read_text(encoding="utf-8"))
        assert not fits(with_text_keys(value), SCHEMA)

    def test_it_knows_every_key_of_the_vocabulary(self) -> None:
        definitions = SCHEMA["$defs"]
        for record in RECORDS.values():
            made = definitions.get(record.id) or definitions[f"{record.id}-ruled"]
            assert set(made["properties"]) == {key.name for key in record.keys}


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """Whether *value* fits *schema*, by the few words of JSON Schema that it uses."""
    if "$ref" in schema and not fits(value, SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")]):
        return False
    if "anyOf" in schema and not any(fits(value, option) for option in schema["anyOf"]):
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}
    kind = schema.get("type")
    if kind is not None and (not isinstance(value, kinds[kind]) or (kind == "integer" and isinstance(value, bool))):
        return False
    if isinstance(value, dict):
        return fits_object(value, schema)
    if isinstance(value, list):
        size = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
        return size and all(fits(item, schema.get("items", {})) for item in value)
    if isinstance(value, str):
        size = schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
        return size and re.search(schema.get("pattern", ""), value) is not None
    if isinstance(value, int):
        return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    return True


def fits_object(value: dict[str, Any], schema: dict[str, Any]) -> bool:
    if not schema.get("minProperties", 0) <= len(value) <= schema.get("maxProperties", len(value)):
        return False
    if any(name not in value for name in schema.get("required", ())):
        return False
    known, other = schema.get("properties", {}), schema.get("additionalProperties", True)
    for name, part in value.items():
        if not fits(name, schema.get("propertyNames", {})):
            return False
        if name in known:
            if not fits(part, known[name]):
                return False
        elif other is False or (isinstance(other, dict) and not fits(part, other)):
            return False
    return True


def test_the_table_names_no_record_that_is_not_there() -> None:
    def records(value: Value) -> set[str]:
        match value:
            case Shape(record):
                return {record}
            case Choice(options):
                return {name for option in options for name in records(option)}
            case Listing(of=of) | Table(of=of):
                return records(of)
            case _:
                return set()

    named = {name for record in RECORDS.values() for key in record.keys for name in records(key.value)}
    assert named | {"pack"} == set(RECORDS)
