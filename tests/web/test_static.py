"""The files of the page: bundles as recorded, licences, no other addresses, no module state."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from holdfast.page_modules import STATIC, module_texts
from tools.vendor_record import FOLDER, SOURCES, differences

MODULES = sorted(STATIC.glob("*.js"))
NAMED = re.compile(r'"holdfast/([\w/.-]+\.js)"')
# Where nothing is fetched: names of XML, and what a text says.
NOT_FETCHED = ("http://www.w3.org/",)


def test_bundles_are_those_of_the_record() -> None:
    assert differences() == []


def test_every_package_of_the_bundles_has_its_licence() -> None:
    record = json.loads((FOLDER / "VENDOR.json").read_text(encoding="utf-8"))
    licences = (FOLDER / "LICENSES.txt").read_text(encoding="utf-8")
    for name, version in record["packages"].items():
        assert f"{name} {version} (" in licences


def test_the_lock_file_names_no_registry() -> None:
    lock = (SOURCES / "package-lock.json").read_text(encoding="utf-8")
    assert "http:" not in lock
    assert "https:" not in lock
    assert '"resolved"' not in lock


@pytest.mark.parametrize("path", [*MODULES, *sorted(STATIC.glob("*.css"))], ids=lambda p: p.name)
def test_nothing_is_asked_of_the_network(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = re.findall(r"(?:https?:)?//[\w.-]+\.[a-z]{2,}/[^\s\"'`)]*", text)
    assert [each for each in found if not each.startswith(NOT_FETCHED)] == []
    assert "@import url" not in text


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.name)
def test_every_imported_module_exists(path: Path) -> None:
    for name in NAMED.findall(path.read_text(encoding="utf-8")):
        assert (STATIC / name).is_file(), name


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.name)
def test_modules_keep_no_state(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"^(?:export )?(?:let|var) .*$", text, re.MULTILINE) == []


def test_every_style_sheet_is_linked() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    linked = set(re.findall(r"/static/([\w.]+\.css)", page))
    assert linked == {path.name for path in STATIC.glob("*.css")} - {"widget.css"}


def test_a_file_to_send_holds_no_editor() -> None:
    names = module_texts("viewer.js")
    assert "holdfast/vendor/cm.js" not in names
    assert next(reversed(names)) == "holdfast/viewer.js"
