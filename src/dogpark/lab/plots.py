"""Pictures of a study, interactive, by Plotly.

Estimates are dots with their intervals, in rows whose names stand above them: that fits a phone as
well as a wide screen. Colours tell variants apart, and are readable on light and dark paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from textwrap import wrap

import numpy as np
import plotly.graph_objects as go

from dogpark.agents.interval import Interval
from dogpark.kernel.watching import DECISIONS
from dogpark.lab.columns import ORDINALS, Column
from dogpark.lab.frames import who
from dogpark.lab.plan import MIXED, STRONGER, WEAKER, Cell
from dogpark.lab.study import Study
from dogpark.lab.words import estimated, strongest_first

BASE = "#8c8c8c"
COLOURS = ("#2f80c2", "#d0583c", "#4c9145", "#a268c4", "#a97b10", "#2b9490", "#cf5f8b", "#7a7fc0")
GRID = "rgba(128,128,128,0.22)"
MOST_ROWS = 12
LONGEST_LINE = 44  # letters of a row's name that fit a phone
NAME, LINE, DOT = 14, 17, 13  # pixels of a row above its name, for each line of it, for each dot
AXIS, LEGEND = 64, 20  # pixels for the axis, and for each line of the legend on a phone


@dataclass(frozen=True)
class Dot:
    """An estimate in a row of a picture."""

    row: str
    found: Interval  # in the unit of the axis
    words: str


@dataclass(frozen=True)
class Series:
    """Dots that belong together."""

    name: str
    colour: str
    filled: bool
    dots: list[Dot]


def effects(study: Study, *, shares: bool) -> go.Figure | None:
    """How strong every effect is, and how sure; None where there is nothing to draw."""
    found = [e for e in strongest_first(study.effects()) if e.column.share == shares]
    rows = list(dict.fromkeys(effect.column.words for effect in found))[:MOST_ROWS]
    every = []
    for variant in range(1, len(study.plan.variants)):
        for lineups in ((STRONGER, MIXED), (WEAKER,)):
            dots = [
                Dot(e.column.words, shown, estimated(e.column, e.difference[lineup], signed=True))
                for e in found
                for lineup in lineups
                if e.variant == variant
                and e.column.words in rows
                and (shown := _as_change(e.base.get(lineup), e.difference.get(lineup), shares))
            ]
            name = f"{study.plan.variants[variant].name}, {who(study, lineups[0])}"
            every.append(Series(name, _colour(variant), lineups[0] == STRONGER, dots))
    if not any(series.dots for series in every):
        return None
    unit = "percentage points" if shares else "percent"
    return _dots(rows, every, f"change, {unit}", 0)


def _as_change(base: Interval | None, found: Interval | None, shares: bool) -> Interval | None:
    """Shares in percentage points; other measures in percent of what they are."""
    if base is None or found is None or not (shares or base.value):
        return None
    return _scaled(found, 100 if shares else 100 / abs(base.value))


def lengths(study: Study) -> go.Figure:
    """How long games are, between the stronger bots."""
    figure = go.Figure()
    every = [
        study.of(Cell(v, STRONGER)).tallies[:, DECISIONS] for v in range(len(study.plan.variants))
    ]
    edges = np.histogram_bin_edges(np.concatenate(every), bins=50)
    for variant, decisions in enumerate(every):
        heights, _ = np.histogram(decisions, edges)
        figure.add_trace(
            go.Scatter(
                x=(edges[1:] + edges[:-1]) / 2,
                y=100 * heights / max(1, heights.sum()),
                mode="lines",
                line={"shape": "hvh", "color": _colour(variant)},
                fill="tozeroy" if variant == 0 else None,
                name=study.plan.variants[variant].name,
                hovertemplate="%{x:.0f} decisions: %{y:.1f} % of games",
            )
        )
    figure.update_xaxes(title="decisions in a game")
    figure.update_yaxes(title="games, percent", title_standoff=8, rangemode="tozero")
    return _dressed(figure, 260)


def order(study: Study) -> go.Figure | None:
    """Whether it helps to begin; None for a game without turns."""
    wanted = [f"{ordinal}_wins" for ordinal in ORDINALS]
    columns = [column for column in study.columns if column.name in wanted]
    if not columns:
        return None
    rows = [column.words.removeprefix("wins of the ") for column in columns]
    every = [
        Series(variant.name, _colour(v), True, _shares(study, rows, columns, v, STRONGER))
        for v, variant in enumerate(study.plan.variants)
    ]
    return _dots(rows, every, "share of wins, percent", 100 / len(columns))


def skill(study: Study) -> go.Figure:
    """What the stronger level makes of its skill in each variant."""
    rows = [study.skill.words]
    every = [
        Series(variant.name, _colour(v), True, _shares(study, rows, [study.skill], v, MIXED))
        for v, variant in enumerate(study.plan.variants)
    ]
    return _dots(rows, every, "share of wins, percent", 50)


def _shares(
    study: Study, rows: list[str], columns: list[Column], variant: int, lineup: str
) -> list[Dot]:
    return [
        Dot(row, _scaled(found, 100), estimated(column, found))
        for row, column in zip(rows, columns, strict=True)
        if (found := study.estimate(column, variant, lineup))
    ]


def _scaled(found: Interval, by: float) -> Interval:
    return Interval(by * found.value, by * found.low, by * found.high)


def _dots(rows: list[str], every: list[Series], unit: str, middle: float) -> go.Figure:
    """Rows of dots from top to bottom; a line in the middle is what to compare with."""
    figure = go.Figure()
    names = {row: wrap(row, LONGEST_LINE) for row in rows}
    heights = [NAME + LINE * len(names[row]) + DOT * len(every) for row in rows]
    ends = dict(zip(rows, accumulate(heights), strict=True))
    for place, series in enumerate(every):
        up = DOT * (len(every) - place) - DOT / 2
        figure.add_trace(
            go.Scatter(
                x=[dot.found.value for dot in series.dots],
                y=[ends[dot.row] - up for dot in series.dots],
                error_x={
                    "array": [dot.found.high - dot.found.value for dot in series.dots],
                    "thickness": 1.5,
                    "width": 3,
                },
                customdata=[[dot.row, dot.words] for dot in series.dots],
                hovertemplate="%{customdata[0]}<br>%{customdata[1]}<extra>%{fullData.name}</extra>",
                mode="markers",
                marker={
                    "symbol": "circle" if series.filled else "circle-open",
                    "size": 9,
                    "color": series.colour,
                },
                name=series.name,
            )
        )
    for row, lines in names.items():
        figure.add_annotation(
            x=0,
            xref="paper",
            xanchor="left",
            align="left",
            y=ends[row] - DOT * len(every),
            yanchor="bottom",
            text="<br>".join(lines),
            showarrow=False,
        )
    figure.add_vline(middle, line_width=1, line_color=BASE)
    figure.update_xaxes(title=unit)
    figure.update_yaxes(visible=False, range=[sum(heights) + DOT / 2, 0])
    return _dressed(figure, sum(heights))


def _colour(variant: int) -> str:
    return BASE if variant == 0 else COLOURS[(variant - 1) % len(COLOURS)]


def _dressed(figure: go.Figure, height: int) -> go.Figure:
    """So high without its axis and legend."""
    figure.update_layout(
        template="none",
        height=height + AXIS + LEGEND * len(figure.data),
        margin={"l": 4, "r": 4, "t": 4, "b": 44},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"family": "system-ui, sans-serif", "size": 13, "color": BASE},
        showlegend=len(figure.data) > 1,
        legend={"orientation": "h", "y": 1, "yref": "container", "yanchor": "top", "x": 0},
        hoverlabel={"font_size": 13},
        dragmode=False,  # a finger that scrolls the page does not zoom the picture
    )
    figure.update_xaxes(
        gridcolor=GRID, zeroline=False, automargin=True, title_standoff=10, title_font_size=13
    )
    figure.update_yaxes(gridcolor=GRID, zeroline=False, automargin=True, title_font_size=13)
    return figure
