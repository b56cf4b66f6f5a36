"""The scripts of the page: small modules that say what they hold, without circular imports or
unused exports.
"""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from boardgames.web.pages import ONLY_EXPORTED, PARTS, page_html, static

SCRIPTS = {name: static(name).decode() for name in (*PARTS, *ONLY_EXPORTED) if name.endswith(".js")}
IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([a-z-]+\.js)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?:async )?(?:function|const|class) (\$|\w+)", re.MULTILINE)


def imports(name: str) -> dict[str, set[str]]:
    """Return the names that this script imports, by the script that they come from."""
    return {
        source: {each.strip() for each in names.split(",") if each.strip()}
        for names, source in IMPORT.findall(SCRIPTS[name])
    }


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_begins_by_saying_what_it_holds(name: str) -> None:
    first = SCRIPTS[name].partition("\n")[0]
    assert re.fullmatch(r"// [A-Z\"].*[.]", first)


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_is_imported_is_there(name: str) -> None:
    for source, names in imports(name).items():
        assert names <= set(EXPORT.findall(SCRIPTS[source])), source


def test_no_script_imports_itself_by_way_of_others() -> None:
    tuple(TopologicalSorter({name: imports(name) for name in SCRIPTS}).static_order())


def test_whatever_is_exported_is_imported_somewhere() -> None:
    used = {
        (source, each)
        for name in SCRIPTS
        for source, names in imports(name).items()
        for each in names
    }
    exported = {
        (name, each)
        for name, text in SCRIPTS.items()
        if name != "local.js"
        for each in EXPORT.findall(text)
    }
    assert exported - used == set()


def test_what_stands_in_for_the_transport_exports_the_same_names() -> None:
    """In an exported folder, `local.js` is `transport.js`."""
    assert set(EXPORT.findall(SCRIPTS["local.js"])) == set(EXPORT.findall(SCRIPTS["transport.js"]))


def test_the_page_reaches_every_script() -> None:
    reached, ahead = set(), ["page.js"]
    while ahead:
        name = ahead.pop()
        if name not in reached:
            reached.add(name)
            ahead += imports(name)
    assert reached == set(SCRIPTS) - {*ONLY_EXPORTED}


def test_the_page_names_every_script_so_that_all_are_loaded_at_once() -> None:
    linked = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page_html().decode())
    assert linked == [name for name in PARTS if name.endswith(".js")]


def test_the_page_names_the_data_that_scripts_wait_for_so_that_it_is_loaded_with_them() -> None:
    linked = re.findall(
        r'<link rel="preload" as="fetch" crossorigin href="(.+)">', page_html().decode()
    )
    assert linked == [name for name in PARTS if name.endswith(".json")]
    fetched = re.findall(r'fetch\(new URL\("([^"]+)", import.meta.url\)', "".join(SCRIPTS.values()))
    assert linked == [name for name in fetched if name in PARTS]


def test_the_architecture_says_what_every_script_is_for() -> None:
    text = (Path(__file__).parents[2] / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert [name for name in SCRIPTS if f"`{name}`" not in text] == []
