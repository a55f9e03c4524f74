"""Plain mode: questions and answers line by line, for screen readers, pipes, and where the full screen is missing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from forestcalc.tally.commands import execute, is_command
from forestcalc.tally.questions import Option, Question
from forestcalc.tally.reply import done
from forestcalc.tally.report import options_lines
from forestcalc.tally.session import Session

Ask = Callable[[str], str | None]
"""Shows a prompt and returns the line that is typed, None at the end of the input."""

Tell = Callable[[str], None]


def ask_line(prompt: str) -> str | None:
    """Ask on standard output and read one line of standard input."""
    from forestcalc.cli.output import write

    write(prompt)
    sys.stdout.flush()
    try:
        line = sys.stdin.readline()
    except UnicodeDecodeError:
        return ""
    if not sys.stdin.isatty():
        write("\n")  # what is typed on a terminal ends the line of the prompt
    return line.rstrip("\r\n") if line else None


def tell_line(line: str) -> None:
    """Print one line."""
    from forestcalc.cli.output import write

    write(f"{line}\n")


def converse(session: Session, ask: Ask = ask_line, tell: Tell = tell_line) -> None:
    """Take commands until the session ends; at the end of the input all is saved."""
    tell("Type what lies there, as in: add oak, top chaffinch, cave 5. `help` lists all commands, `quit` ends.")
    if session.message:
        tell(session.message)
        if session.entry:
            tell(f"you had typed: {session.entry}")
            session.keep_entry("")
    while True:
        line = ask(_prompt(session))
        if line is None:
            _tell(tell, execute(session, "quit").lines)
            return
        reply = execute(session, line)
        _tell(tell, reply.lines)
        if reply.ends:
            return
        waiting: str | None = ""
        while reply.question is not None:
            waiting = _answered(session, reply.question, ask, tell)
            if not waiting:
                break
            reply = execute(session, waiting)
            _tell(tell, reply.lines)
        if waiting is None:
            _tell(tell, execute(session, "quit").lines)
            return
        if reply.ends:
            return


def _prompt(session: Session) -> str:
    from forestcalc.diagnostics.diagnostic import shown

    host = session.host
    where = f", {session.card_name(host.card)}" if host is not None else ""
    return f"{shown(session.player.name)}{where}> "


def _tell(tell: Tell, lines: Iterable[str]) -> None:
    for line in lines:
        tell(line)


def _answered(session: Session, question: Question, ask: Ask, tell: Tell) -> str | None:
    """Ask until nothing is left to ask; return a command that was given instead, None at the end of the input."""
    asked: Question | None = question
    while asked is not None:
        tell(asked.prompt)
        if asked.answer is not None:
            if asked.help:
                tell(asked.help)
            line = ask(f"answer{f' [{asked.text}]' if asked.text else ''}: ")
        else:
            _tell(tell, options_lines(asked.options))
            line = ask("number or letters, nothing to leave it: ")
        if line is None:
            return None
        text = line.strip()
        if not text:
            tell("nothing changed")
            return ""
        if asked.answer is not None:
            following = asked.answer(text)
        else:
            option = _chosen(asked, text)
            if option is None:
                if is_command(text) or (asked.gives_way and session.means_card(text)):
                    return text
                tell("that is none of them")
                continue
            following = option.choose()
        _tell(tell, done(session).lines)
        asked = following
    return ""


def _chosen(question: Question, text: str) -> Option | None:
    if text.isdecimal():
        return question.options[int(text) - 1] if 1 <= int(text) <= len(question.options) else None
    found = question.matching(text)
    return found[0] if found else None
