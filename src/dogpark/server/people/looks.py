"""How a person appears to others: a name and a colour, given to guests and checked for everybody."""

from __future__ import annotations

import secrets
import unicodedata

from dogpark.server.people.refused import NotDone

MOST_SIGNS = 24
MOST_ACCENTS = 2  # on one letter; more of them climb over the lines above
FORMER = "a former player"

COLOURS = ("red", "orange", "yellow", "green", "teal", "blue", "purple", "pink")

ADJECTIVES = (
    "Barking", "Bouncy", "Brave", "Clever", "Cosy", "Curious", "Drowsy", "Eager", "Fluffy", "Fuzzy",
    "Gentle", "Happy", "Hungry", "Jolly", "Loyal", "Lucky", "Merry", "Mighty", "Muddy", "Nimble",
    "Patient", "Playful", "Polite", "Proud", "Quick", "Scruffy", "Shaggy", "Sleepy", "Sneaky",
    "Snoozy", "Speckled", "Spotted", "Sunny", "Swift", "Tidy", "Waggy", "Wandering", "Windy", "Wise",
    "Woolly",
)  # fmt: skip
BREEDS = (
    "Akita", "Basset", "Beagle", "Boxer", "Briard", "Bulldog", "Chihuahua", "Collie", "Corgi",
    "Dachshund", "Dalmatian", "Greyhound", "Havanese", "Hound", "Husky", "Komondor", "Kuvasz",
    "Labrador", "Leonberger", "Lurcher", "Maltese", "Mastiff", "Mongrel", "Papillon", "Pointer",
    "Poodle", "Pug", "Puli", "Retriever", "Saluki", "Samoyed", "Schnauzer", "Setter", "Sheepdog",
    "Shiba", "Spaniel", "Spitz", "Terrier", "Vizsla", "Whippet",
)  # fmt: skip

_NOT_SHOWN = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs without a picture
# Controls, formats (the signs that turn the direction of writing among them), halves of signs,
# private and unassigned signs, and breaks of lines and paragraphs.
_UNWELCOME = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def friendly_name() -> str:
    """A name for a guest, such as Muddy Terrier 42."""
    return f"{secrets.choice(ADJECTIVES)} {secrets.choice(BREEDS)} {2 + secrets.randbelow(98)}"


def friendly_colour() -> str:
    return secrets.choice(COLOURS)


def tidy_name(text: str) -> str:
    """A name as it is kept: composed, trimmed, single spaces; refused where it cannot be one."""
    if len(text) > 10 * MOST_SIGNS:
        raise _too_long()
    spaced = "".join(" " if unicodedata.category(c) == "Zs" else c for c in text.strip())
    name = " ".join(unicodedata.normalize("NFC", spaced).split(" ")).strip()
    name = " ".join(part for part in name.split(" ") if part)
    kinds = [unicodedata.category(c) for c in name]
    if any(kind in _UNWELCOME for kind in kinds) or _NOT_SHOWN & set(name):
        raise NotDone("unreadable", "A name is made of visible signs alone: no control signs.")
    if not any(kind[0] in "LNPS" for kind in kinds):
        raise NotDone("unreadable", "A name needs at least one visible sign.")
    marks = "".join("m" if kind[0] == "M" else "." for kind in kinds)
    if "m" * (MOST_ACCENTS + 1) in marks or marks.startswith("m"):
        raise NotDone("unreadable", "That name has too many accents on one letter.")
    if len(name) > MOST_SIGNS:
        raise _too_long()
    if name_key(name) == FORMER:
        raise NotDone("unreadable", "That name stands for people who have gone; take another.")
    return name


def name_key(name: str) -> str:
    """What two names have in common that look alike but for case and width."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def known_colour(text: str) -> str:
    if text not in COLOURS:
        raise NotDone("unreadable", f"There is no such colour; choose one of {', '.join(COLOURS)}.")
    return text


def _too_long() -> NotDone:
    return NotDone("unreadable", f"A name has at most {MOST_SIGNS} signs.")
