"""The results as tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tools.mutants.run import Result

WIDEST = 60  # characters of a piece of code


def row(result: Result) -> str:
    """One mutant as a row."""
    where = f"{result.file.removeprefix('rankviz/')}" + (f", {result.within}" if result.within else "")
    change = f"`{_short(result.was)}` → `{_short(result.becomes)}`".replace("|", "\\|")
    by = _short(result.by.removeprefix("tests/"), 2 * WIDEST).replace("|", "\\|")
    return f"| {result.name} | {where} | {change} | {result.verdict} | {by} | {result.seconds:.0f} |"


def _short(text: str, most: int = WIDEST) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def table(results: Sequence[Result]) -> Iterator[str]:
    """All mutants, a row each."""
    yield "| mutant | where | change | verdict | by | s |"
    yield "|---|---|---|---|---|---|"
    yield from map(row, results)


def totals(results: Sequence[Result]) -> Iterator[str]:
    """How many are killed, by room and in all."""
    yield "| room | mutants | killed | s |"
    yield "|---|---|---|---|"
    for room in [*dict.fromkeys(each.room for each in results), "all"]:
        its = [each for each in results if room in ("all", each.room)]
        yield f"| {room} | {len(its)} | {sum(each.is_killed for each in its)} | {sum(each.seconds for each in its):.0f} |"


def comparison(before: Sequence[Result], after: Sequence[Result]) -> Iterator[str]:
    """How many are killed before and after by room, and each of which that is not the same."""
    later = {each.name: each for each in after}
    pairs = [(each, later[each.name]) for each in before if each.name in later]
    yield "| room | mutants | killed before | killed after |"
    yield "|---|---|---|---|"
    for room in [*dict.fromkeys(each.room for each in before), "all"]:
        its = [(one, two) for one, two in pairs if room in ("all", one.room)]
        yield f"| {room} | {len(its)} | {sum(one.is_killed for one, _ in its)} | {sum(two.is_killed for _, two in its)} |"
    yield ""
    yield from (
        f"{one.name}: {one.verdict} before, {two.verdict} after" for one, two in pairs if one.is_killed != two.is_killed
    )
