"""Plays any game on a dogpark server. It knows no rules: it answers what it is asked.

    python online_player.py http://127.0.0.1:8765/dog [TOKEN]                 (opens a table with bots)
    python online_player.py "https://play.example.org/t/ID?invite=SECRET" [TOKEN]       (joins a table)

It plays as the person who made the token, else as a guest; docs/programs.md explains the messages.
"""

import json
import random
import secrets
import sys
import time
from contextlib import suppress
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


def call(url, who, body=None):
    """One request over HTTP, and its answer; a guest is known by the cookie it is given."""
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, {"Content-Type": "application/json", **who})) as answer:
        if "Set-Cookie" in answer.headers and "Authorization" not in who:
            who["Cookie"] = answer.headers["Set-Cookie"].split(";")[0]
        return json.load(answer)


def any_move(prompt):
    """One of the moves a prompt lists: for each kind of move the values of its fields, row by row."""
    rows = [(form, row) for form in prompt["forms"] for row in form["moves"]]
    form, row = random.choice(rows)
    return {"do": form["do"], **dict(zip(form["fields"], row, strict=True))}


def play(socket, watch):
    """Plays whatever seats one has at a table, until the game is over or the connection lost."""
    prompts, busy = {}, False
    for told in map(json.loads, socket):
        if told["type"] == "welcome":
            socket.send(json.dumps(watch))
        elif told["type"] in ("snapshot", "update"):
            watch["after"] = told["seq"]
            prompts |= {part["seat"]: part.get("prompt") for part in told.get("parts", [])}
            for one in told.get("happened", []):
                print(one["words"])
            if told.get("info", {}).get("status") in ("over", "closed"):
                sys.exit(print("The end:", told["info"].get("result")))
        elif told["type"] in ("accepted", "refused"):
            busy = False
            if told["type"] == "refused":
                print("Refused:", told["words"], told.get("rule", ""))
                time.sleep(0.3)
        asked = [seat for seat, prompt in prompts.items() if prompt]
        if asked and not busy:
            seat, busy = random.choice(asked), True
            act = {"type": "act", "id": 1, "key": secrets.token_urlsafe(9), "table": watch["table"]}
            socket.send(json.dumps({**act, "seat": seat, "move": any_move(prompts[seat])}))


if __name__ == "__main__":
    link, token = urlsplit(sys.argv[1]), sys.argv[2:]
    api, name = f"{link.scheme}://{link.netloc}/api", link.path.split("/")[-1]
    who = {"Authorization": f"Bearer {token[0]}"} if token else {"Origin": api[:-4]}
    print("I am", call(f"{api}/me", who)["name"])
    invite = parse_qs(link.query).get("invite", [None])[0]
    if link.path.startswith("/t/"):
        call(f"{api}/tables/{name}/sit", who, {"invite": invite})
    else:
        new = {"game": name, "players": 4, "seats": ["me"] + 3 * ["greedy"], "bot_pace": 0}
        name = call(f"{api}/tables", who, {**new, "start": True})["table"]
    watch = {"type": "watch", "id": 0, "table": name, "invite": invite, "words": False}
    url = f"ws{api[4:]}/socket?table={name}"
    while True:  # a lost connection is taken up again where it broke
        with suppress(ConnectionClosed, OSError), connect(url, additional_headers=who) as socket:
            play(socket, watch)
        time.sleep(1)
