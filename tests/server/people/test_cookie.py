"""Cookies: what is signed, how long it is good, what is not taken."""

from __future__ import annotations

from datetime import timedelta

import pytest
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from dogpark.server.people.cookie import LIFE, ROTATION, Held, Signer

SIGNER = Signer("a secret")


def signed_ago(monkeypatch: pytest.MonkeyPatch, age: timedelta) -> str:
    """A cookie that was signed a while ago."""
    now = TimestampSigner("x").get_timestamp()
    with monkeypatch.context() as past:
        past.setattr(TimestampSigner, "get_timestamp", lambda _: now - int(age.total_seconds()))
        return SIGNER.cookie("somebody", 3)


def test_a_cookie_says_who_signed_and_in_which_generation() -> None:
    assert SIGNER.read_cookie(SIGNER.cookie("somebody", 3)) == Held("somebody", 3, stale=False)


def test_a_cookie_older_than_a_day_is_to_be_signed_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    old = SIGNER.read_cookie(signed_ago(monkeypatch, ROTATION + timedelta(minutes=1)))
    young = SIGNER.read_cookie(signed_ago(monkeypatch, ROTATION - timedelta(minutes=1)))
    assert old is not None
    assert old.stale
    assert young is not None
    assert not young.stale


def test_a_cookie_is_worth_nothing_after_a_year(monkeypatch: pytest.MonkeyPatch) -> None:
    assert SIGNER.read_cookie(signed_ago(monkeypatch, LIFE - timedelta(days=1))) is not None
    assert SIGNER.read_cookie(signed_ago(monkeypatch, LIFE + timedelta(days=1))) is None


def test_no_cookie_with_a_changed_sign_is_taken() -> None:
    good = SIGNER.cookie("somebody", 0)
    for place in range(len(good)):
        other = "A" if good[place] != "A" else "B"
        read = SIGNER.read_cookie(good[:place] + other + good[place + 1 :])
        # The last sign of base64 may hold spare bits; the words are the same then.
        assert read is None or (place == len(good) - 1 and read.person == "somebody")


@pytest.mark.parametrize("value", ["", ".", "a.b.c", "x" * 5000, "\ud800", "\x00", "ö.ö.ö"])
def test_rubbish_is_no_cookie(value: str) -> None:
    assert SIGNER.read_cookie(value) is None


def test_another_servers_cookie_is_not_taken() -> None:
    assert SIGNER.read_cookie(Signer("another secret").cookie("somebody", 0)) is None


def test_what_is_signed_for_one_purpose_is_worth_nothing_for_another() -> None:
    note = SIGNER.note("passkey", {"person": "somebody"})
    minute = timedelta(minutes=1)
    assert SIGNER.read_note("passkey", note, minute) == {"person": "somebody"}
    assert SIGNER.read_note("reset", note, minute) is None
    assert SIGNER.read_cookie(note) is None
    assert SIGNER.read_note("passkey", SIGNER.cookie("somebody", 0), minute) is None


def test_a_signed_value_of_another_form_is_no_cookie(monkeypatch: pytest.MonkeyPatch) -> None:
    serializer: URLSafeTimedSerializer = SIGNER._signs("who")
    for said in (["somebody"], {"a": 1}, "somebody", ["somebody", "0"], None):
        assert SIGNER.read_cookie(serializer.dumps(said)) is None


def test_a_server_without_a_secret_signs_nothing() -> None:
    with pytest.raises(ValueError, match="without a secret"):
        Signer("")
