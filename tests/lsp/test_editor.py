"""`holdfast editor`: the extension of VS Code, its grammars and its bundle."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from holdfast.cli.main import run
from holdfast.front.tla.syntax.lexer import KEYWORDS, WORD_OPERATORS
from holdfast.front.tlc.config_entries import KEYWORDS as CONFIG_KEYWORDS
from holdfast.lsp.features import FEATURES
from holdfast.lsp.vsix import FOLDER, vsix
from holdfast.version import VERSION
from tools.vendor_vscode import SOURCES, record_of

STUB = """
function stub(name) {
  const get = (_, key) => {
    if (key === Symbol.toPrimitive) return () => name;
    if (key === Symbol.iterator) return function* () {};
    if (key === "then") return undefined;
    return key === "prototype" ? {} : stub(`${name}.${String(key)}`);
  };
  const make = () => stub(name);
  return new Proxy(function () {}, { get, construct: make, apply: make });
}
const Module = require("node:module");
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? stub(name) : load(name, ...rest));
const extension = require(process.argv[2]);
console.log(typeof extension.activate, typeof extension.deactivate);
"""


def test_the_extension_is_a_package_of_vs_code() -> None:
    assert vsix() == vsix()
    archive = zipfile.ZipFile(io.BytesIO(vsix()))
    names = archive.namelist()
    manifest = json.loads(archive.read("extension/package.json"))
    assert manifest["version"] == VERSION
    assert f"extension/{manifest['main'].removeprefix('./')}" in names
    for grammar in manifest["contributes"]["grammars"]:
        assert f"extension/{grammar['path'].removeprefix('./')}" in names
    for language in manifest["contributes"]["languages"]:
        assert f"extension/{language['configuration'].removeprefix('./')}" in names
    root = ElementTree.fromstring(archive.read("extension.vsixmanifest"))
    space = "{http://schemas.microsoft.com/developer/vsx-schema/2011}"
    identity = root.find(f"{space}Metadata/{space}Identity")
    assert identity is not None
    assert identity.attrib["Version"] == VERSION
    for asset in root.iter(f"{space}Asset"):
        assert asset.attrib["Path"] in names
    known = archive.read("[Content_Types].xml").decode()
    assert {f".{n.rpartition('.')[2]}" for n in names} - {".xml"} <= set(
        re.findall(r'Extension="([^"]+)"', known)
    )


def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out.vsix"
    assert run(["editor", "vscode", "--output", str(target)]) == 0
    assert target.read_bytes() == vsix()
    assert "code --install-extension" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["neovim", "helix", "emacs"])
def test_settings_of_other_editors_start_the_server(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["editor", name]) == 0
    out = capsys.readouterr().out
    assert "holdfast" in out
    assert "lsp" in out


def patterns(node: object) -> list[str]:
    """The regular expressions in a grammar."""
    match node:
        case dict():
            texts = {k: v for k, v in node.items() if isinstance(v, str)}
            own = [v for k, v in texts.items() if k in ("match", "begin", "end")]
            return own + [p for value in node.values() for p in patterns(value)]
        case list():
            return [p for value in node for p in patterns(value)]
        case _:
            return []


def test_grammars_know_the_words_of_the_languages() -> None:
    for path in sorted((FOLDER / "syntaxes").iterdir()):
        grammar = json.loads(path.read_text(encoding="utf-8"))
        for pattern in patterns(grammar):
            re.compile(pattern)
    tla = (FOLDER / "syntaxes/tlaplus.tmLanguage.json").read_text(encoding="utf-8")
    known = set(re.findall(r"\w+", tla))
    assert known >= KEYWORDS | WORD_OPERATORS
    config = (FOLDER / "syntaxes/tlaplus_cfg.tmLanguage.json").read_text(encoding="utf-8")
    assert set(CONFIG_KEYWORDS) <= set(re.findall(r"\w+", config))


def test_the_bundle_is_that_of_its_sources() -> None:
    assert json.loads((FOLDER / "VENDOR.json").read_text(encoding="utf-8")) == record_of(FOLDER)
    lock = json.loads((SOURCES / "package-lock.json").read_text(encoding="utf-8"))
    assert not [p for p in lock["packages"].values() if "resolved" in p]
    licences = (FOLDER / "LICENSES.txt").read_text(encoding="utf-8")
    for package in ("vscode-languageclient", "vscode-jsonrpc", "minimatch", "semver"):
        assert f"\n{package} " in f"\n{licences}"


def test_the_bundle_can_be_loaded(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node loads the extension when it is installed")
    script = tmp_path / "load.js"
    script.write_text(STUB)
    done = subprocess.run(
        [node, str(script), str(FOLDER / "extension.js")],
        capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    assert done.stdout == "function function\n", done.stderr


def test_every_feature_is_tested() -> None:
    methods = {method for method, _, _ in FEATURES}
    texts = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    names = {
        method: re.sub(r"(?<!^)([A-Z])", r"_\1", method.replace("/", "_")) for method in methods
    }
    missing = [m for m, name in names.items() if f"types.{name.upper()}" not in texts]
    assert missing == []
