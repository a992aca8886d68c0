"""``dogpark rules``: the rule page in the terminal, one rule, or a search."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.rule import Rule as Line
from rich.table import Table
from rich.text import Text

from dogpark.cli import errors, terminal
from dogpark.cli.inputs import facts_of
from dogpark.cli.rulebook import Rule, looks_like_id, rulebook
from dogpark.kernel.facts import Choice, Facts
from dogpark.play.declared import facts_dict, option_dict


def run(game: str, query: list[str], *, options_only: bool, json: bool) -> int:
    facts = facts_of(game)
    if options_only:
        return _options(facts, json=json)
    book = rulebook(facts.name)
    if not query:
        if json:
            terminal.print_json({**facts_dict(facts), "rules": [vars(rule) for rule in book.rules]})
        else:
            terminal.print_long(Group(Markdown(book.text), "", options_table(facts)))
        return errors.OK
    if len(query) == 1 and looks_like_id(query[0], facts.prefix):
        rules = book.find(query[0], facts.prefix)
        if not rules:
            raise errors.BadInput(
                f"{facts.title} has no rule {query[0]}; `dogpark rules {facts.name}` shows them all."
            )
    else:
        rules = book.search(query)
    if json:
        terminal.print_json([vars(rule) for rule in rules])
    elif rules:
        terminal.print_long(rule_list(rules, query))
    else:
        terminal.out().print(f"No rule of {facts.title} speaks of {' '.join(query)!r}.")
    return errors.OK if rules else errors.NO


def _options(facts: Facts, *, json: bool) -> int:
    if json:
        terminal.print_json([option_dict(option) for option in facts.options])
    else:
        terminal.print_long(options_table(facts))
    return errors.OK


def rule_list(rules: list[Rule], words: list[str] | None = None) -> RenderableType:
    """Rules one below the other, under the chapters they stand in."""
    parts: list[RenderableType] = []
    chapter = None
    for rule in rules:
        if rule.chapter != chapter:
            chapter = rule.chapter
            parts.append(Line(Text(chapter, "bold"), align="left", style="dim"))
        grid = Table.grid(padding=(0, 1))
        grid.add_column(no_wrap=True)
        grid.add_column(ratio=1)
        grid.add_row(Text(rule.id, "bold cyan"), Markdown(rule.text))
        parts.append(Padding(grid, (0, 0, 1, 1)))
    if words and len(rules) > 1:
        count = f"{len(rules)} rules with {' '.join(words)!r}"
        parts.append(Text(count, "dim"))
    return Group(*parts)


def options_table(facts: Facts) -> RenderableType:
    """The house rules with all their values; the default stands first, in bold."""
    table = Table(
        title=f"House rules of {facts.title}",
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
    )
    table.add_column("option", style="cyan", no_wrap=True)
    table.add_column("default, other values")
    table.add_column("what it sets", style="dim")
    table.add_column("rule", no_wrap=True, style="dim")
    for option in facts.options:
        default = option.default
        text = ",".join(map(str, default)) if isinstance(default, tuple) else str(default)
        values = Text(text, "bold")
        if isinstance(option, Choice):
            for value in option.values[1:]:
                values.append(f" {value}", "not bold")
        else:
            values.append(f"  ({option.bounds.replace('|', ' or ')})", "not bold dim")
        table.add_row(option.name, values, option.words, option.rule)
    example = facts.options[-1].name if facts.options else ""
    hint = Text(f"Choose with --option NAME=VALUE, such as --option {example}=…", "dim")
    return Group(table, hint) if facts.options else Text("This game has no house rules.")
