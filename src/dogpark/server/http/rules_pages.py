"""The rules over HTTP: our own pages, rule by rule, as HTML that is safe to show.

The pages are Markdown (docs/rules). They are read once; raw HTML in them would be shown as text.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.params import FromPath, Parameter
from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Meta

from dogpark import games
from dogpark.server.http.refusals import refuses
from dogpark.server.people.refused import NotDone

GameName = FromPath[Annotated[str, Parameter(pattern="^[a-z]{1,20}$", description="A game.")]]

_RULE = r"[A-Z]{2,5}-\d+(?:\.\d+)+"
_ID = re.compile(_RULE)
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


class RuleText(msgspec.Struct, kw_only=True):
    """A rule, or a paragraph between rules."""

    rule: Annotated[str | None, Meta(description="Its id; none for a paragraph between rules.")]
    html: Annotated[str, Meta(description="What it says.")]


class RulePart(msgspec.Struct, kw_only=True):
    """A part of the rules, under one heading."""

    title: Annotated[str, Meta(description="Its heading; none before the first.")]
    texts: list[RuleText]


class RulesPage(msgspec.Struct, kw_only=True):
    """A game's rules, in our own words."""

    game: str
    title: str
    parts: list[RulePart]


@get("/rules/{game:str}", summary="The rules of a game", responses=refuses(404))
async def rules_page(game: GameName) -> RulesPage:
    """The rules, rule by rule, in English. Ids are those that refusals and house rules name."""
    if game not in games.names():
        raise NotDone("unknown", "There is no such game.")
    return _page(game)


@cache
def _page(game: str) -> RulesPage:
    tokens = _MARKDOWN.parse(_source(game).read_text("utf-8"))
    title, parts = "", [RulePart(title="", texts=[])]
    for block in _blocks(tokens):
        opening = block[0]
        if opening.type == "heading_open":
            words = block[1].content
            if opening.tag == "h1":
                title = words
            elif opening.tag == "h2":
                parts.append(RulePart(title=words, texts=[]))
            else:
                parts[-1].texts.append(RuleText(rule=None, html=_html(block)))
        elif opening.type == "bullet_list_open":
            parts[-1].texts += _items(block)
        else:
            parts[-1].texts.append(RuleText(rule=None, html=_html(block)))
    return RulesPage(game=game, title=title, parts=[part for part in parts if part.texts])


def _source(game: str) -> Path:
    """In the installed package, or in a checkout's docs."""
    spec = find_spec("dogpark")
    assert spec is not None
    assert spec.origin is not None
    package = Path(spec.origin).parent
    for folder in (package / "rulespages", package.parent.parent / "docs" / "rules"):
        page = folder / f"{game}.md"
        if page.is_file():
            return page
    raise NotDone("unknown", f"The rules page of {game} is missing from this installation.")


def _blocks(tokens: list[Token]) -> list[list[Token]]:
    """The tokens of each block at the outermost level."""
    blocks: list[list[Token]] = []
    for token in tokens:
        if token.level == 0 and token.nesting >= 0:
            blocks.append([])
        blocks[-1].append(token)
    return blocks


def _items(block: list[Token]) -> list[RuleText]:
    """A list's items; one that begins with an id in bold is a rule."""
    found: list[RuleText] = []
    item: list[Token] = []
    for token in block[1:-1]:
        if token.type == "list_item_open" and token.level == 1:
            item = []
        elif token.type == "list_item_close" and token.level == 1:
            found.append(_rule(item))
        else:
            item.append(token)
    return found


def _rule(item: list[Token]) -> RuleText:
    inline = next(token for token in item if token.type == "inline")
    words = [part for part in inline.children or [] if part.content]
    rule = words[0].content if words and _ID.fullmatch(words[0].content) else None
    if rule is None:
        return RuleText(rule=None, html=f"<ul><li>{_html(item)}</li></ul>")
    children = inline.children or []
    closing = next(at for at, part in enumerate(children) if part.type == "strong_close")
    inline.children = children[closing + 1 :]
    return RuleText(rule=rule, html=_html(item))


def _html(tokens: list[Token]) -> str:
    """Rendered; a rule that is named in it leads there."""
    options: Any = _MARKDOWN.options
    html = str(_MARKDOWN.renderer.render(tokens, options, {})).strip()
    return re.sub(
        rf"(?<![\w#-]){_RULE}\b", lambda rule: f'<a href="#{rule[0]}">{rule[0]}</a>', html
    )
