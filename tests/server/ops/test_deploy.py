"""The example set-up and the hosting page speak of settings, services and files that exist."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from dogpark.cli.main import app
from dogpark.server.http.app import build
from dogpark.server.http.socket import COSTS, REPLAYED
from dogpark.server.ops.metrics import Metrics
from dogpark.server.settings import PREFIX, Settings, read

ROOT = Path(__file__).parents[3]
COMPOSE = (ROOT / "compose.yaml").read_text("utf-8")
SERVERS = ("server-1", "server-2")
# Where a process stands among its siblings nobody sets.
OURS = {PREFIX + field.name.upper() for field in fields(Settings) if field.name != "place"}
# Read elsewhere than in the settings, and by the proxy.
BESIDES = {"DOGPARK_CACHE", "DOGPARK_DEBUG", "DOGPARK_SITE"}


def compose(**given: str) -> dict[str, Any]:
    """compose.yaml, with its variables filled in as Compose does."""

    def fill(found: re.Match[str]) -> str:
        name, kind, words = found.groups()
        if given.get(name):
            return given[name]
        assert kind != "?", f"{name}: {words}"
        return words or ""

    filled: dict[str, Any] = yaml.safe_load(
        re.sub(r"\$\{(\w+)(?::([-?])([^}]*))?\}", fill, COMPOSE)
    )
    return filled


@pytest.fixture
def whole() -> dict[str, Any]:
    return compose(POSTGRES_PASSWORD="p1", REDIS_PASSWORD="r1", DOGPARK_SECRET="s1")


def lines_of(path: str) -> list[str]:
    return (ROOT / path).read_text("utf-8").splitlines()


def test_what_compose_asks_for_is_in_the_example_of_the_environment() -> None:
    asked = set(re.findall(r"\$\{(\w+):\?", COMPOSE))
    offered = {line.split("=")[0] for line in lines_of("deploy/env.example") if "=" in line[:40]}
    assert asked == {"POSTGRES_PASSWORD", "REDIS_PASSWORD", "DOGPARK_SECRET"}
    assert asked <= offered


def test_the_file_that_holds_the_secrets_is_not_taken_into_the_repository() -> None:
    (copied,) = re.findall(r"cp deploy/env\.example (\S+)", COMPOSE)
    assert f"/{copied}" in lines_of(".gitignore")


def test_nothing_starts_without_its_secrets() -> None:
    with pytest.raises(AssertionError, match=r"env\.example"):
        compose(POSTGRES_PASSWORD="p1", REDIS_PASSWORD="r1")


@pytest.mark.parametrize("server", SERVERS)
def test_the_servers_of_compose_understand_their_settings(
    whole: dict[str, Any], server: str
) -> None:
    given = whole["services"][server]["environment"]
    environment = {name: "" if value is None else str(value) for name, value in given.items()}
    assert {name for name in environment if name.startswith(PREFIX)} <= OURS
    settings = read(environment)
    assert settings.database == "postgresql://dogpark:p1@postgres:5432/dogpark"
    assert settings.bus == "redis://:r1@redis:6379/0"
    assert settings.secure
    assert settings.trust_proxy
    assert settings.metrics_token is None


def test_everything_in_compose_comes_up_again_and_is_known_by_its_version(
    whole: dict[str, Any],
) -> None:
    for name, service in whole["services"].items():
        assert service["restart"] == "unless-stopped", name
        assert service["read_only"] is True, name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert {"max-size", "max-file"} <= set(service["logging"]["options"]), name
        if name not in SERVERS:
            assert re.fullmatch(r"\w+:\d+\.\d+(\.\d+)?", service["image"]), name
            assert "outside" not in service["networks"] or name == "proxy"


def test_the_database_is_on_a_volume_and_reached_from_inside_only(whole: dict[str, Any]) -> None:
    database = whole["services"]["postgres"]
    assert database["volumes"] == ["database:/var/lib/postgresql/data"]
    assert database["networks"] == ["inside"]
    assert "ports" not in database
    assert whole["networks"]["inside"] == {"internal": True}
    assert {"database", "certificates"} <= set(whole["volumes"])


def test_the_proxy_knows_the_servers_and_keeps_figures_inside(whole: dict[str, Any]) -> None:
    config = (ROOT / "deploy/Caddyfile").read_text("utf-8")
    upstreams = re.search(r"reverse_proxy (.+) \{", config)
    assert upstreams is not None
    assert upstreams[1].split() == [f"{server}:8765" for server in SERVERS]
    assert set(SERVERS) <= set(whole["services"])
    assert "@inside path /metrics* /readyz*" in config


def test_the_hosting_page_keeps_figures_inside_as_well() -> None:
    page = (ROOT / "docs/hosting.md").read_text("utf-8")
    assert "    @inside path /metrics* /readyz*\n    respond @inside 404\n" in page
    assert "    location ~ ^/(metrics|readyz) { return 404; }\n" in page


def test_what_is_kept_inside_hides_no_address_of_the_page_or_of_players() -> None:
    addresses = {route.path for route in build(Settings("sqlite:///nowhere")).app.routes}
    assert {"/metrics", "/readyz", "/healthz", "/me", "/api/me"} <= addresses
    hidden = {path for path in addresses if path.startswith(("/metrics", "/readyz"))}
    assert hidden == {"/metrics", "/readyz"}


def test_the_image_is_made_of_files_that_exist() -> None:
    copied = [
        source
        for line in lines_of("deploy/Dockerfile")
        if line.startswith("COPY") and "--from" not in line
        for source in line.split()[1:-1]
    ]
    allowed = [line[1:] for line in lines_of("deploy/Dockerfile.dockerignore") if line[:1] == "!"]
    assert sorted(copied) == sorted(allowed)
    assert all((ROOT / source).exists() for source in copied)


def test_the_image_is_built_with_the_tools_that_are_pinned() -> None:
    pinned = next(
        line.split()[0] for line in lines_of("requirements/dev.lock") if "hatchling==" in line
    )
    assert pinned in (ROOT / "deploy/Dockerfile").read_text("utf-8")


SET_UP = ["deploy/Dockerfile", "deploy/dogpark.service", "deploy/dogpark-backup.service"]


@pytest.mark.parametrize("file", SET_UP)
def test_files_that_set_us_up_name_settings_that_exist(file: str) -> None:
    assert set(re.findall(r"\bDOGPARK_[A-Z_]+", "\n".join(lines_of(file)))) <= OURS | BESIDES


def unit(path: str) -> dict[str, list[str]]:
    """What a unit of systemd says, by the name of the setting."""
    said: dict[str, list[str]] = {}
    for line in lines_of(path):
        if re.match(r"[A-Za-z]+=", line):
            name, value = line.split("=", 1)
            said.setdefault(name, []).append(value)
    return said


def test_the_nightly_backup_is_of_the_database_that_the_service_uses_and_may_read_it() -> None:
    server, backup = unit("deploy/dogpark.service"), unit("deploy/dogpark-backup.service")
    [database] = [one for one in server["Environment"] if "DOGPARK_DATABASE" in one]
    assert database in backup["Environment"]
    assert backup["EnvironmentFile"] == server["EnvironmentFile"]
    # systemd makes the server's user up by the name of its unit.
    assert server["DynamicUser"] == backup["DynamicUser"] == ["yes"]
    assert backup["User"] == ["dogpark"]
    assert server["StateDirectory"][0] in backup["StateDirectory"][0].split()


def test_the_nightly_backup_is_read_through_before_older_ones_go() -> None:
    write, read_through, forget = unit("deploy/dogpark-backup.service")["ExecStart"]
    program = unit("deploy/dogpark.service")["ExecStart"][0].removesuffix(" serve")
    assert f'{program} backup "$STATE/' in write
    assert f'{program} backup --verify "$STATE/' in read_through
    assert forget.endswith("-mtime +30 -delete")
    options = get_command(app).commands["backup"].params  # type: ignore[attr-defined] # a group
    assert "--verify" in [name for option in options for name in option.opts]


def test_the_hosting_page_names_files_to_set_us_up_that_exist() -> None:
    named = set(re.findall(r"deploy/[\w.-]*\w", (ROOT / "docs/hosting.md").read_text("utf-8")))
    assert {"deploy/dogpark.service", "deploy/dogpark-backup.timer"} <= named
    assert [one for one in sorted(named) if not (ROOT / one).exists()] == []


def test_alerts_look_at_figures_that_exist() -> None:
    rules = yaml.safe_load((ROOT / "deploy/alerts.yaml").read_text("utf-8"))["groups"][0]["rules"]
    metrics = Metrics()
    metrics.request("/", 200, 0)
    known = {sample.name for figure in metrics.registry.collect() for sample in figure.samples}
    for rule in rules:
        looked_at = set(re.findall(r"\b(?:dogpark|process)_\w+|\bup\b", rule["expr"]))
        assert looked_at, rule["alert"]
        assert looked_at <= known | {"up"}, rule["alert"]
        assert rule["annotations"]["summary"].endswith(".")
    assert yaml.safe_load(_block("docs/hosting.md", "- alert:"))[0] in rules, "shown as it is"


def _block(path: str, first: str) -> str:
    """A code block of a page, by how it begins."""
    found = re.search(
        rf"```yaml\n({re.escape(first)}.*?)```", (ROOT / path).read_text("utf-8"), re.DOTALL
    )
    assert found is not None
    return found[1]


def settings_table() -> dict[str, str]:
    """What the hosting page says: the setting, and its default."""
    rows = [
        line for line in lines_of("docs/hosting.md") if re.match(r"\| `DOGPARK_[A-Z_]+` \|", line)
    ]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return {row[0].strip("`"): row[1].strip("`") for row in cells}


def test_the_hosting_page_lists_every_setting_and_no_other() -> None:
    assert set(settings_table()) == OURS


def test_the_hosting_page_tells_the_defaults() -> None:
    defaults = read({})
    for name, told in settings_table().items():
        value = getattr(defaults, name.removeprefix(PREFIX).lower())
        if name == "DOGPARK_DATABASE":
            continue  # depends on the person who starts it
        if not value and not isinstance(value, bool):
            assert told == "none", name
        elif isinstance(value, bool):
            assert told == ("on" if value else "off"), name
        else:
            assert told == f"{value:g}" if isinstance(value, float | int) else value, name


def test_the_hosting_page_speaks_of_settings_that_exist() -> None:
    told = set(re.findall(r"\bDOGPARK_[A-Z_]+", "\n".join(lines_of("docs/hosting.md"))))
    assert told <= OURS | BESIDES


def test_the_page_about_the_server_names_files_that_exist_and_all_of_the_park() -> None:
    text = (ROOT / "docs/server.md").read_text("utf-8")
    source = ROOT / "src/dogpark"
    named = re.findall(r"`(server/[\w/]+\.py)`", text)
    assert named
    assert [path for path in named if not (source / path).exists()] == []
    rows = text[text.index("In `server/park`:") :]
    listed = set(re.findall(r"`(\w+\.py)`", rows))
    assert listed == {file.name for file in (source / "server/park").glob("[a-z]*.py")}


def test_the_socket_page_tells_what_counts_for_more_messages() -> None:
    (row,) = [one for one in lines_of("docs/socket.md") if one.startswith("| what counts for more")]
    told = {
        kind: int(count)
        for kinds, count in re.findall(r"((?:`\w+`(?: and )?)+) for (\d+) more", row)
        for kind in re.findall(r"`(\w+)`", kinds)
    }
    assert told == {str(kind.__struct_config__.tag): cost for kind, cost in COSTS.items()}
    assert f"every {REPLAYED} entries" in row


@pytest.mark.parametrize("page", ["hosting", "scale", "server", "socket"])
def test_the_pages_name_commands_that_exist(page: str) -> None:
    text = (ROOT / f"docs/{page}.md").read_text("utf-8")
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    spans = re.findall(r"`(dogpark [^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    code = "\n".join(blocks + spans)
    for words in re.findall(r"\bdogpark ((?:admin )?[a-z-]+)", code):
        command: Any = get_command(app)
        for word in words.split():
            assert word in command.commands, f"dogpark {words}"
            command = command.commands[word]
