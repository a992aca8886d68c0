"""A study as one HTML file that needs nothing else: sentences, plots, all figures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path

import plotly.graph_objects as go
import plotly.io
from plotly.offline import get_plotlyjs

from dogpark.lab import plots
from dogpark.lab.plan import MIXED, STRONGER, WEAKER
from dogpark.lab.study import Effect, Study
from dogpark.lab.words import both, change, question, sentence, strongest_first, verdict

MOST_SENTENCES = 5  # of each variant

STYLE = """
:root { color-scheme: light dark; --ink: #22252a; --soft: #5f6368; --paper: #fbfaf7; --card: #fff;
  --line: #e3dfd6; --warn: #9a3412; --warn-paper: #fff3e8; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece9e2; --soft: #adadad; --paper: #17181b;
  --card: #202226; --line: #35383e; --warn: #fdba74; --warn-paper: #33241a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 62rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .4rem; }
h2 { font-size: 1.5rem; margin: 2.4rem 0 .4rem; }
h3 { font-size: 1.15rem; margin: 2.2rem 0 .4rem; }
h4 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
p { margin: .4rem 0 1rem; max-width: 46rem; }
ul { margin: .4rem 0 1rem; padding-left: 1.2rem; }
li { margin: .2rem 0; }
.soft { color: var(--soft); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  padding: 1rem; margin-bottom: 1rem; }
.warn { color: var(--warn); background: var(--warn-paper); border-radius: 8px;
  padding: .7rem 1rem; }
.warn ul { margin: .3rem 0; }
pre { font: 13px/1.5 ui-monospace, monospace; background: var(--card); border-radius: 8px;
  border: 1px solid var(--line); padding: .7rem .9rem; white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .35rem .6rem; border-bottom: 1px solid var(--line); }
td { white-space: nowrap; }
th { color: var(--soft); font-weight: 600; }
th:first-child, td:first-child { text-align: left; white-space: normal; }
td:last-child { white-space: normal; }
tr:last-child td { border-bottom: 0; }
tr.disagree td { color: var(--warn); }
tr.unseen td { color: var(--soft); }
/* Plotly writes its colours into every element; these follow the paper. */
.infolayer text, .cartesianlayer text { fill: var(--ink) !important; }
@media (max-width: 40rem) {
  main { padding: 1.5rem .9rem 3rem; }
  h1 { font-size: 1.5rem; }
  .card { padding: .7rem; }
  thead { display: none; }
  tr { display: grid; grid-template-columns: repeat(2, 1fr); padding: .5rem 0;
    border-bottom: 1px solid var(--line); }
  tr:last-child { border-bottom: 0; }
  td { border: 0; padding: .1rem 0; text-align: left; white-space: normal; }
  td:first-child { grid-column: 1 / -1; font-weight: 600; }
  td:empty { display: none; }
  td:not(:first-child)::before { content: attr(data-of); display: block; color: var(--soft);
    font-size: .8rem; }
}
"""


def report(studies: Study | Sequence[Study], path: str | Path, command: str = "") -> Path:
    """Writes the report; ``command`` is what to type for the same numbers."""
    all_of_them = [studies] if isinstance(studies, Study) else list(studies)
    page = _page(all_of_them, command)
    written = Path(path)
    written.write_text(page, "utf-8")
    return written


def _page(studies: Sequence[Study], command: str) -> str:
    title = f"{studies[0].plan.table(0).facts.title}: {question(studies[0])}"
    body = "".join(_part(study) for study in studies)
    again = f"<h2>The same numbers again</h2><pre>{escape(command)}</pre>" if command else ""
    today = datetime.now(UTC).date().isoformat()
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
        f"<script>{get_plotlyjs()}</script></head><body><main>"
        f'<h1>{escape(title)}</h1><p class="soft">dogpark lab, {today}</p>'
        f"{body}{again}</main></body></html>"
    )


def _part(study: Study) -> str:
    """What was found first; how it was found and all figures after it."""
    weaker, stronger = study.plan.levels
    effects = strongest_first(study.effects())
    lines = [f"<h2>{study.plan.players} players</h2>", f"<p>{escape(_played(study))}</p>"]
    for variant in range(1, len(study.plan.variants)):
        lines += _found(study, variant, [e for e in effects if e.variant == variant])
    for title, shares in (("What changes", False), ("Which shares change", True)):
        drawn = plots.effects(study, shares=shares)
        if drawn is not None:
            lines += _plot(title, drawn, "Left of the line is less than in the game as it is.")
    begins = plots.order(study)
    if begins is not None:
        words = f"Between {stronger} bots. The line is an even share; a game without a winner counts for nobody."
        lines += _plot("Does it help to begin?", begins, words)
    words = f"Half of the seats {stronger}, half {weaker}. The line is a game of pure luck."
    lines += _plot("How much does skill count?", plots.skill(study), words)
    lines += _plot("How long is a game?", plots.lengths(study), f"Between {stronger} bots.")
    lines.append("<h3>All figures</h3>")
    lines.append('<p class="soft">± is the 95 % interval; pp are percentage points.</p>')
    if effects:
        for variant in range(1, len(study.plan.variants)):
            lines.append(_changes(study, variant, [e for e in effects if e.variant == variant]))
    else:
        lines.append(_as_it_is(study))
    return "".join(lines)


def _played(study: Study) -> str:
    weaker, stronger = study.plan.levels
    variants = " of each variant, on the same luck," if len(study.plan.variants) > 1 else ""
    told = (
        f"{study.games:,} games{variants} between {stronger} bots, as many between {weaker} bots "
        "and as many with both at one table."
    )
    if study.complete:
        return told
    return f"{told} It was stopped early, of {study.plan.games:,} games planned."


def _found(study: Study, variant: int, effects: list[Effect]) -> list[str]:
    """The strongest effects of a variant, and where the levels disagree."""
    seen = [effect for effect in effects if effect.seen and not effect.disagree]
    disagree = [effect for effect in effects if effect.disagree]
    lines = [f"<h3>{escape(change(study, variant))}</h3>"]
    if seen:
        lines.append(f"<ul>{_items(study, seen[:MOST_SENTENCES])}</ul>")
    else:
        lines.append("<p>No difference was seen that luck does not explain.</p>")
    if disagree:
        lines.append(
            '<div class="warn"><strong>The two levels disagree:</strong>'
            f"<ul>{_items(study, disagree)}</ul>It is the bots that differ here: no evidence for "
            "or against the rule.</div>"
        )
    return lines


def _items(study: Study, effects: list[Effect]) -> str:
    return "".join(
        f"<li><strong>{escape(e.column.words)}</strong>: {_typeset(sentence(study, e))}</li>"
        for e in effects
    )


def _plot(title: str, figure: go.Figure, words: str) -> list[str]:
    drawn = plotly.io.to_html(
        figure,
        include_plotlyjs=False,
        full_html=False,
        config={"displaylogo": False, "responsive": True},
    )
    return [
        f"<h3>{escape(title)}</h3>",
        f'<p class="soft">{escape(words)}</p>',
        f'<div class="card">{drawn}</div>',
    ]


def _as_it_is(study: Study) -> str:
    """Every measure, by both levels."""
    weaker, stronger = study.plan.levels
    rows = []
    for column in study.columns:
        found = {who: study.estimate(column, 0, who) for who in (WEAKER, STRONGER)}
        rows.append(("", column.words, *reversed(both(column, found))))
    rows.append(("", study.skill.words, *reversed(both(study.skill, {MIXED: study.skill_gap(0)}))))
    return _table((stronger, weaker), rows)


def _changes(study: Study, variant: int, effects: list[Effect]) -> str:
    """Every measure as it is and how it changes, by both levels."""
    weaker, stronger = study.plan.levels
    rows = []
    for effect in effects:
        kind = "disagree" if effect.disagree else "" if effect.seen else "unseen"
        was_weaker, was_stronger = both(effect.column, effect.base)
        by_weaker, by_stronger = both(effect.column, effect.difference, signed=True)
        figures = (was_stronger, by_stronger, was_weaker, by_weaker)
        rows.append((kind, effect.column.words, *figures, verdict(study, effect)))
    head = (stronger, f"{stronger}, change", weaker, f"{weaker}, change", "seen")
    return f"<h4>{escape(change(study, variant))}</h4>{_table(head, rows)}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Rows begin with their kind and name; on a phone every cell says what it is of."""
    titles = "".join(f"<th>{escape(title)}</th>" for title in head)
    body = ""
    for kind, name, *cells in rows:
        shown = "".join(
            f'<td data-of="{escape(title)}">{_typeset(text)}</td>'
            for title, text in zip(head, cells, strict=True)
        )
        body += f'<tr class="{kind}"><td>{escape(name)}</td>{shown}</tr>'
    return (
        f'<div class="card"><table><thead><tr><th>measure</th>{titles}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _typeset(text: str) -> str:
    """Figures with a true minus, each kept on one line."""
    true_minus = re.sub(r"(?<!\w)-(?=\d)", "\N{MINUS SIGN}", escape(text))
    return re.sub(r" (?=±|%|pp)|(?<=±) ", "\N{NO-BREAK SPACE}", true_minus)
