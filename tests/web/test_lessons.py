"""A first lesson of each game, followed to its end: by hand on a phone, by keys on a desk."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic

import pytest
from playwright.sync_api import Locator, Page, expect

from dogpark import games

Visit = Callable[..., Page]
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
MOST_MOVES = 60
MOST_SECONDS = 180  # a person has as long; nothing here waits for a person
TABS = 60  # presses of the key in which anything can be reached

# Of several choices the one that a lesson asks for.
BETTER = {
    "dog": [r"as a start", r"Give .*: (ace|king|joker)"],
    "monty": [r"^Yes"],
}


def coach_at(page: Page) -> Locator:
    coach = page.get_by_role("complementary", name="The coach")
    expect(coach).to_be_visible()
    return coach


def step_of(coach: Locator) -> tuple[int, int]:
    told = re.search(r"Step (\d+) of (\d+)", coach.text_content() or "")
    assert told is not None
    return int(told[1]), int(told[2])


class Hand:
    """A pupil who touches things."""

    def press(self, page: Page, what: Locator) -> None:
        what.click()


class Keys:
    """A pupil who has nothing but a keyboard."""

    def press(self, page: Page, what: Locator) -> None:
        for _ in range(TABS):
            if what.evaluate("(one) => one === document.activeElement"):
                page.keyboard.press("Enter")
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{what} is not reached in {TABS} steps")


Pupil = Hand | Keys


def dig(page: Page, pupil: Pupil) -> None:
    """What is asked in DOGPILE, at the pile itself: nobody has time to look for buttons below it."""
    hand = isinstance(pupil, Hand)
    ask = page.locator(".prompt").inner_text()
    bone = page.locator("[data-spot].spot:not(.hole, .open)").nth(20)
    spot = bone.get_attribute("data-spot")
    if ask.startswith("Paws up"):
        page.locator("[data-do=ready]").click() if hand else page.keyboard.press("p")
    elif "keep it" in ask:
        keep = page.locator("main").get_by_role("button", name="Keep", exact=True)
        keep.click() if hand else page.keyboard.press("k")
    elif hand:
        page.locator(f"[data-spot='{spot}']").click(force=True)  # they lie one over the other
    else:
        page.keyboard.type(f"{spot}")
    # Another dog may have been quicker; then there is a hole now, and another bone to try.
    page.wait_for_function(
        """([ask, spot]) => document.querySelector('.prompt')?.innerText !== ask
          || document.querySelector(`[data-spot="${spot}"].hole`)""",
        arg=[ask, spot],
    )


def make_a_move(page: Page, game: str, pupil: Pupil) -> bool:
    """One move by the buttons of the prompt bar, if one is asked for; the game's end is none."""
    prompt = page.locator(".prompt")
    if not prompt.count():
        return False
    if game == "dogpile":
        dig(page, pupil)
        return True
    folded = prompt.locator("[aria-expanded=false]")
    if folded.count():
        pupil.press(page, folded)
    choices = prompt.locator("[data-move]")
    while not choices.count():
        part = prompt.locator(".picker ul button").first
        if not part.count():
            return False
        pupil.press(page, part)
    choice = choices.first
    for wanted in BETTER.get(game, ()):
        good = choices.filter(has_text=re.compile(wanted))
        if good.count():
            choice = good.first
            break
    seen = page.locator("[data-seq]").get_attribute("data-seq")
    pupil.press(page, choice)
    page.wait_for_function(
        "seen => document.querySelector('[data-seq]').dataset.seq !== seen", arg=seen
    )
    return True


def follow(page: Page, game: str, pupil: Pupil) -> list[int]:
    """Does what the coach says until there is nothing more to learn; the steps that were seen."""
    coach = coach_at(page)
    steps: list[int] = []
    moves = 0
    began = monotonic()
    while not coach.get_attribute("data-done"):
        assert monotonic() - began < MOST_SECONDS
        step = step_of(coach)[0]
        if not steps or steps[-1] != step:
            steps.append(step)
        understood = coach.get_by_role("button", name="Got it")
        if understood.count():
            pupil.press(page, understood)
            continue
        if make_a_move(page, game, pupil):
            moves += 1
            assert moves < MOST_MOVES
            continue
        # The others play: something else is asked, or the coach goes on.
        page.wait_for_function(
            """(words) => document.querySelector('.prompt')
              || document.querySelector('.coach')?.textContent !== words""",
            arg=coach.text_content(),
        )
    steps.append(step_of(coach)[0])
    assert moves > 0
    return steps


@pytest.mark.parametrize("pupil", [Hand(), Keys()], ids=["by hand", "by keys"])
@pytest.mark.parametrize("game", sorted(games.names()))
def test_a_lesson_is_followed_to_its_end(visit: Visit, game: str, pupil: Pupil) -> None:
    page = visit(f"/learn/{game}", viewport=PHONE if isinstance(pupil, Hand) else DESKTOP)
    steps = follow(page, game, pupil)
    coach = coach_at(page)
    last = step_of(coach)[1]
    assert steps[0] == 1
    assert steps[-1] == last
    assert steps == sorted(steps)
    expect(coach.get_by_role("heading", name="Well done!")).to_be_visible()
    expect(coach.get_by_role("link", name="All the rules")).to_have_attribute(
        "href", f"/rules/{game}"
    )
    coach.get_by_role("button", name="Play on").click()
    expect(coach).to_have_count(0)
    expect(page.locator("main")).to_be_visible()


def test_whoever_does_it_before_being_told_is_not_asked_to_do_it_again(visit: Visit) -> None:
    page = visit("/learn/bonfire")
    coach = coach_at(page)
    assert step_of(coach)[0] == 1
    expect(page.locator(".prompt")).to_be_visible()
    assert make_a_move(page, "bonfire", Hand())  # rolls while the coach still explains
    coach.get_by_role("button", name="Got it").click()
    expect(coach).not_to_contain_text("roll the dice")


def test_a_step_can_be_skipped_and_a_lesson_left_is_no_game_to_go_on_with(visit: Visit) -> None:
    page = visit("/learn/breath")
    coach = coach_at(page)
    coach.get_by_role("button", name="Got it").click()
    coach.get_by_role("button", name="Skip this").click()
    expect(coach).to_contain_text("Step 3 of")
    page.get_by_role("link", name="Back to all games").click()
    expect(page.locator("[data-game=breath]")).to_be_visible()
    # Leaving is a message of its own, which may arrive after the page has changed.
    page.wait_for_function(
        """async () => (await (await fetch('/api/me/tables')).json()).tables
             .every((one) => one.status !== 'playing')"""
    )


def test_the_pupil_of_dog_is_dealt_cards_to_start_with(visit: Visit) -> None:
    page = visit("/learn/dog")
    coach_at(page)
    # Six tables at most are laid until one suits, so a bad hand is rare, and none is left behind.
    mine = page.evaluate("async () => (await (await fetch('/api/me/tables')).json()).tables")
    assert len([one for one in mine if one["status"] == "playing"]) == 1
