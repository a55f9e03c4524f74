"""Diagnostics as text: places underlined by what a terminal shows, sorted, folded, summed up; the same with colour."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forestcalc.diagnostics.diagnostic import Diagnostic, Related, Span, error, warning
from forestcalc.report.diagnostics import print_diagnostics, render_diagnostics, summed_up
from forestcalc.report.excerpt import LINE_WIDTH

SOURCE = "players:\n  Anna:\n    forest:\n      - Oak:\n          left: Red Fax\n"


def at(line: int, column: int, end: int, code: str = "fault", **more: object) -> Diagnostic:
    return error(code, "it is wrong", Span(line, column, end), **more).placed("game.yaml", 0)  # type: ignore[arg-type]


def rendered(source: str, *found: Diagnostic) -> list[str]:
    return render_diagnostics(found, {"game.yaml": source}).splitlines()


def test_a_fault_is_shown_with_its_line_and_the_one_before_it() -> None:
    assert render_diagnostics([at(5, 17, 24, help="mend it")], {"game.yaml": SOURCE}) == (
        "error[fault]: it is wrong\n"
        " --> game.yaml:5:17\n"
        "  |\n"
        "4 |       - Oak:\n"
        "5 |           left: Red Fax\n"
        "  |                 ^^^^^^^\n"
        "  |\n"
        "help: mend it\n"
        "\n"
        "1 error in game.yaml\n"
    )


def test_second_places_have_words_beside_them() -> None:
    found = at(1, 14, 17, related=(Related(Span(1, 7, 12), "the slot was filled here"),))
    assert rendered("top: [wolf., fox]", found)[2:7] == [
        "  |",
        "1 | top: [wolf., fox]",
        "  |       -----  ^^^",
        "  |       |",
        "  |       the slot was filled here",
    ]


def test_second_places_on_other_lines_leave_out_what_lies_between() -> None:
    source = "\n".join(f"line {number}" for number in range(1, 13))
    found = at(12, 1, 5, related=(Related(Span(2, 1, 5), "here"), Related(Span(4, 6, 7), "there")))
    assert rendered(source, found)[2:-2] == [
        "   |",
        " 1 | line 1",
        " 2 | line 2",
        "   | ---- here",
        " 3 | line 3",
        " 4 | line 4",
        "   |      - there",
        "...",
        "12 | line 12",
        "   | ^^^^",
        "   |",
    ]


def test_places_that_overlap_are_underlined_one_below_the_other() -> None:
    found = at(1, 1, 5, related=(Related(Span(1, 3, 8), "inside"),))
    assert rendered("abcdefgh", found)[3:6] == ["1 | abcdefgh", "  | ^^^^", "  |   ----- inside"]


@pytest.mark.parametrize(
    ("line", "column", "end", "shown", "signs"),
    [
        ("\tleft: Fax", 8, 11, "    left: Fax", "          ^^^"),
        ("大森林: Fax", 6, 9, "大森林: Fax", "        ^^^"),
        ("大森林: Fax", 1, 4, "大森林: Fax", "^^^^^^"),
        ("e\u0301te\u0301: Fax", 8, 11, "e\u0301te\u0301: Fax", "     ^^^"),
        ("\x1b[31m: Fax", 8, 11, "\\x1b[31m: Fax", "          ^^^"),
        ("\u202eabc: Fax", 7, 10, "\\u202eabc: Fax", "           ^^^"),
        ("\ud800: Fax", 4, 7, "\\ud800: Fax", "        ^^^"),
        ("[red]x[/red]: Fax", 15, 18, "[red]x[/red]: Fax", "              ^^^"),
        ("ab", 3, 3, "ab", "  ^"),
        ("", 1, 1, "", "^"),
        ("ab", 9, 40, "ab", "  ^"),
    ],
)
def test_signs_stand_below_what_a_terminal_shows(line: str, column: int, end: int, shown: str, signs: str) -> None:
    rows = rendered(line, at(1, column, end))
    assert rows[3] == f"1 | {shown}".rstrip()
    assert rows[4] == f"  | {signs}"


def test_of_a_long_line_only_the_part_around_the_place_is_shown() -> None:
    line = "x" * 500_000 + "FAULT" + "y" * 500_000
    rows = rendered(line, at(1, 500_001, 500_006))
    assert max(map(len, rows)) < LINE_WIDTH + 20
    begin = rows[4].index("^")
    assert rows[3][begin : begin + 5] == "FAULT"
    assert rows[3][4:].startswith("...")
    assert rows[3].endswith("...")


def test_lines_end_as_the_reader_counts_them() -> None:
    assert "3 | c" in rendered("\ufeffa\r\nb\rc\nd\u2028e", at(3, 1, 2))
    assert "4 | d\\u2028e" in rendered("a\r\nb\rc\nd\u2028e", at(4, 1, 2))


def test_files_stand_as_they_come_and_faults_by_place() -> None:
    found = [at(3, 1, 2, "c"), at(1, 5, 6, "b"), at(1, 1, 2, "a"), error("z", "no file", None).placed("other", 0)]
    text = render_diagnostics(found, {"game.yaml": SOURCE})
    assert re.findall(r"\[(\w)\]", text) == ["a", "b", "c", "z"]
    assert " --> other\n" in text
    assert text.endswith("4 errors in 2 files\n")


def test_what_says_the_same_is_told_once_with_all_its_places() -> None:
    found = [at(line, 1, 2) for line in (5, 1, 2, 3, 4, 4)]
    text = render_diagnostics(found, {"game.yaml": SOURCE})
    assert text.count("error[fault]") == 1
    assert "  = the same at 2:1, 3:1, 4:1 and 5:1\n" in text
    many = [at(line, 1, 2) for line in range(1, 1001)]
    assert "and 989 more places" in render_diagnostics(many, {"game.yaml": SOURCE})


def test_the_last_line_sums_up() -> None:
    one, other = at(1, 1, 2), warning("w", "hm", Span(1, 1, 2)).placed("game.yaml", 0)
    assert summed_up([one, other, one]) == "2 errors and 1 warning in game.yaml"
    assert summed_up([other] * 1234) == "1,234 warnings in game.yaml"
    assert render_diagnostics([], {}) == ""


def test_what_the_encoding_lacks_is_escaped_and_still_underlined() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    print_diagnostics([at(1, 6, 9)], {"game.yaml": "森: Fax"}, stream)
    stream.flush()
    rows = stream.buffer.getvalue().decode("ascii").splitlines()
    assert rows[3:5] == ["1 | \\u68ee: Fax", "  |           ^"]


def styled(found: Diagnostic, source: str) -> str:
    stream = io.StringIO()
    print_diagnostics([found], {"game.yaml": source}, stream, color=True)
    return stream.getvalue()


def test_colour_decorates_the_very_same_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "20")
    source = "[bold]Anna[/bold] :smile: " + "x" * 70
    found = at(1, 1, 20, help="[red]write[/red] this", related=(Related(Span(1, 21, 23), "[i]here"),))
    text = styled(found, source)
    assert "\x1b[1;31m" in text
    bare = [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines()]
    assert bare == rendered(source, found)


@given(
    source=st.text(),
    line=st.integers(-1, 50),
    column=st.integers(-1, 200),
    width=st.integers(-5, 200),
    second=st.integers(-1, 50),
)
def test_nothing_that_a_file_holds_upsets_the_output(
    source: str, line: int, column: int, width: int, second: int
) -> None:
    found = at(line, column, column + width, related=(Related(Span(second, column, column), "second"),))
    text = render_diagnostics([found], {"game.yaml": source})
    assert all(row.isprintable() for row in text.split("\n"))
    assert [row.rstrip() for row in re.sub(r"\x1b\[[0-9;]*m", "", styled(found, source)).split("\n")] == text.encode(
        "utf-8", "backslashreplace"
    ).decode().split("\n")
