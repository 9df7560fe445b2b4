"""Are the project's own files true to each other and to what is installed?"""

import re
import tomllib
from pathlib import Path

import pytest
import streamlit
from streamlit import config

import rankviz
from rankviz.basics.limits import MAX_RUN_FILE
from rankviz.page.server.route import ROUTES

ROOT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
DEPLOYMENT = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
CONFIG = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))


def flatten(section: dict[str, object], prefix: str = "") -> dict[str, object]:
    flat: dict[str, object] = {}
    for name, value in section.items():
        flat |= flatten(value, f"{prefix}{name}.") if isinstance(value, dict) else {f"{prefix}{name}": value}
    return flat


def test_the_extra_for_the_page_asks_for_the_same_packages_as_requirements_txt() -> None:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    listed = {line for line in lines if line and not line.startswith("#")}
    assert listed == {*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["app"]}


def test_what_builds_the_wheel_is_there_when_the_tests_run() -> None:
    lines = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8").splitlines()
    assert [each for each in PYPROJECT["build-system"]["requires"] if each not in lines] == []


@pytest.mark.parametrize(("file", "target"), [("test.yml", "test"), ("fuzz.yml", "fuzz")])
def test_a_workflow_runs_what_a_contributor_runs_and_nothing_else(file: str, target: str) -> None:
    text = (ROOT / ".github" / "workflows" / file).read_text(encoding="utf-8")
    assert re.findall(r"\brun: *(.*)", text) == [f"make {target}"]
    assert {each.partition("/")[0] for each in re.findall(r"\buses: *(.*)", text)} == {"actions"}
    assert f'python-version: "{PROJECT["requires-python"].removeprefix(">=")}"' in text  # the oldest that the package takes


def test_continuous_integration_runs_what_a_contributor_runs_and_nothing_else() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("make ")] == ["make test"]
    assert sorted(path.name for path in (ROOT / ".github" / "workflows").iterdir()) == ["fuzz.yml", "test.yml"]


def test_the_version_is_the_same_everywhere() -> None:
    assert PROJECT["version"] == rankviz.__version__


def test_streamlit_knows_every_option_that_is_set() -> None:
    known = config.get_config_options()
    assert [name for name in flatten(CONFIG) if name not in known] == []


def test_the_server_takes_files_as_large_as_the_page_says() -> None:
    assert CONFIG["server"]["maxUploadSize"] == MAX_RUN_FILE
    proxy = re.search(r"client_max_body_size (\d+)m;", DEPLOYMENT)
    assert proxy is not None
    assert int(proxy[1]) > MAX_RUN_FILE  # a form has some bytes of its own


def test_the_proxy_passes_on_what_the_page_needs_and_nothing_else_of_streamlit() -> None:
    closed = re.search(r"location ~ (\S+) \{ return 404; \}", DEPLOYMENT)
    assert closed is not None
    known = "".join(
        path.read_text(encoding="utf-8") for path in (Path(streamlit.__file__).parent / "web" / "server").rglob("*.py")
    )
    routes = set(re.findall(r"_(?:stcore|ROUTE_CORE\})/([\w-]+(?:/[\w.-]+)?)", known))
    passed = {route.split("/")[0] for route in routes if not re.search(closed[1], f"/_stcore/{route}")}
    assert {"metrics", "script-health-check", "agent/interact"} <= routes
    assert passed <= {"stream", "health", "host-config", "upload_file", "bidi-components"}
    for needed in ("stream", "health", "host-config", "upload_file/a/b", "bidi-components/a.js"):
        assert not re.search(closed[1], f"/_stcore/{needed}"), needed


def test_the_proxy_limits_the_address_that_answers_and_the_page_takes_its_refusal() -> None:
    limited = re.search(r"location = /(\S+) \{[^}]*limit_req_status (\d+);", DEPLOYMENT)
    assert limited is not None
    assert f"/{limited[1]}" in {route.path for route in ROUTES}
    assert limited[2] == "429"
    zones = re.findall(r"zone=(\w+)", DEPLOYMENT)
    assert len(zones) == 2
    assert len(set(zones)) == 1


def test_there_are_exactly_ten_colours_for_charts_in_each_theme() -> None:
    counts = {name: len(CONFIG["theme"][name]["chartCategoricalColors"]) for name in ("light", "dark")}
    assert counts == {"light": 10, "dark": 10}


def test_streamlit_and_the_components_show_the_same_colours() -> None:
    css = (ROOT / "rankviz" / "display" / "theme.css").read_text(encoding="utf-8")
    pairs = dict(re.findall(r"--rv-([\w-]+): light-dark\((.+?)\);", css))
    options = {
        "bg": "backgroundColor",
        "soft": "secondaryBackgroundColor",
        "text": "textColor",
        "a": "primaryColor",
        "link": "linkColor",
        "border": "borderColor",
        "hairline": "dataframeBorderColor",
    }
    for name, option in options.items():
        assert pairs[name] == f"{CONFIG['theme']['light'][option]}, {CONFIG['theme']['dark'][option]}", name


def test_the_page_exchanges_each_colour_that_figures_are_drawn_in() -> None:
    source = (ROOT / "rankviz" / "display" / "charts" / "traces_and_axes.py").read_text(encoding="utf-8")
    named = re.search(r"COLOURS\[name\]\.light for name in \((.*)\)", source)
    exchanged = re.search(
        r"NAMES = \[(.*)\]", (ROOT / "rankviz" / "browser" / "kit" / "colours.js").read_text(encoding="utf-8")
    )
    assert named is not None
    assert exchanged is not None
    assert set(re.findall(r'"([\w-]+)"', named[1])) <= set(re.findall(r'"([\w-]+)"', exchanged[1]))


def test_colours_and_dashes_of_figures_have_one_place() -> None:
    written = re.compile(r"""["'`](?:#[0-9A-Fa-f]{6}|\dpx,\dpx)["'`]""")
    rooms = [ROOT / "rankviz" / room for room in ("display", "explore", "diagnose", "compare", "runs", "learn", "browser")]
    places = {
        path
        for room in rooms
        for ending in ("py", "js")
        for path in room.rglob(f"*.{ending}")
        if written.search(path.read_text("utf-8"))
    }
    assert places <= {ROOT / "rankviz" / "display" / "charts" / "traces_and_axes.py"}
