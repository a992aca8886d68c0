"""The rules over HTTP: our own pages, rule by rule, as HTML that is safe to show.

The pages are Markdown (docs/rules, other languages in folders of their own). They are read once; raw
HTML in them would be shown as text. An image of a position becomes that position, for the page to draw.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.params import FromPath, FromQuery, Parameter
from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Meta

from dogpark import games
from dogpark.server.http.refusals import refuses
from dogpark.server.people.refused import NotDone
from dogpark.wire.tells import Happened

LANGUAGES = ("en", "de", "ja")
USUAL = "en"

GameName = FromPath[Annotated[str, Parameter(pattern="^[a-z]{1,20}$", description="A game.")]]

Language = FromQuery[
    Annotated[str, Parameter(max_length=35, description="A language: en, de or ja.")]
]

_RULE = r"[A-Z]{2,5}-\d+(?:\.\d+)+"
_ID = re.compile(_RULE)
_NAMED = re.compile(rf"(?<![\w#-]){_RULE}\b", re.ASCII)  # Japanese sets no space around it
_PICTURE = re.compile(r"(?:\.\./)?positions/([a-z-]{1,40})\.webp")
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


class RulePosition(msgspec.Struct, kw_only=True):
    """A position that shows a rule, to be drawn as at a table."""

    name: str
    words: Annotated[str, Meta(description="What is to be seen in it.")]
    players: int
    seat: Annotated[int | None, Meta(description="Through whose eyes; none for a spectator.")]
    view: dict[str, Any]
    prompt: Annotated[dict[str, Any] | None, Meta(description="What that seat is asked.")]
    happened: Annotated[list[Happened], Meta(description="What that seat was told before.")]


class RuleText(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A rule, a paragraph between rules, or a position."""

    rule: Annotated[str | None, Meta(description="Its id; none for all but rules.")]
    html: Annotated[str, Meta(description="What it says; empty for a position.")]
    position: RulePosition | None = None


class RulePart(msgspec.Struct, kw_only=True):
    """A part of the rules, under one heading."""

    title: Annotated[str, Meta(description="Its heading; none before the first.")]
    texts: list[RuleText]


class RulesPage(msgspec.Struct, kw_only=True):
    """A game's rules, in our own words."""

    game: str
    language: Annotated[str, Meta(description="The language it is in.")]
    title: str
    parts: list[RulePart]


class _Stored(msgspec.Struct):
    """A position as `tools/rule_pictures.py` writes it."""

    players: int
    seat: int | None
    view: dict[str, Any]
    prompt: dict[str, Any] | None
    happened: list[Happened]


@get("/rules/{game:str}", summary="The rules of a game", responses=refuses(404))
async def rules_page(game: GameName, language: Language = USUAL) -> RulesPage:
    """The rules, rule by rule. Ids are those that refusals and house rules name.

    In a language that we do not have they are told in English.
    """
    if game not in games.names():
        raise NotDone("unknown", "There is no such game.")
    known = language in LANGUAGES and _source(game, language).is_file()
    return _page(game, language if known else USUAL)


@cache
def _page(game: str, language: str) -> RulesPage:
    tokens = _MARKDOWN.parse(_source(game, language).read_text("utf-8"))
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
        elif picture := _picture(block):
            parts[-1].texts.append(RuleText(rule=None, html="", position=picture))
        else:
            parts[-1].texts.append(RuleText(rule=None, html=_html(block)))
    parts = [part for part in parts if part.texts]
    return RulesPage(game=game, language=language, title=title, parts=parts)


def _source(game: str, language: str) -> Path:
    return _folder() / ("" if language == USUAL else language) / f"{game}.md"


@cache
def _folder() -> Path:
    """In the installed package, or in a checkout's docs."""
    spec = find_spec("dogpark")
    assert spec is not None
    assert spec.origin is not None
    package = Path(spec.origin).parent
    installed = package / "rulespages"
    return installed if installed.is_dir() else package.parent.parent / "docs" / "rules"


def _blocks(tokens: list[Token]) -> list[list[Token]]:
    """The tokens of each block at the outermost level."""
    blocks: list[list[Token]] = []
    for token in tokens:
        if token.level == 0 and token.nesting >= 0:
            blocks.append([])
        blocks[-1].append(token)
    return blocks


def _picture(block: list[Token]) -> RulePosition | None:
    """The position that a paragraph shows, if it is an image of one and nothing else."""
    children = block[1].children or [] if block[0].type == "paragraph_open" else []
    if len(children) != 1 or children[0].type != "image":
        return None
    found = _PICTURE.fullmatch(str(children[0].attrGet("src")))
    if found is None:
        return None
    file = _folder() / "positions" / f"{found[1]}.json"
    stored = msgspec.json.decode(file.read_bytes(), type=_Stored)
    words = " ".join(children[0].content.split())
    return RulePosition(name=found[1], words=words, **msgspec.structs.asdict(stored))


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
    return _NAMED.sub(lambda rule: f'<a href="#{rule[0]}">{rule[0]}</a>', html)
