"""The record of the committed bundles: hashes of what is served and of what it was made from."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TypedDict

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "tools" / "vendor"
FOLDER = ROOT / "src" / "holdfast" / "web" / "static" / "vendor"
BUNDLES = ("preact", "cm")


class Record(TypedDict):
    """The contents of `VENDOR.json`."""

    esbuild: str
    packages: dict[str, object]
    sources: dict[str, str]
    files: dict[str, str]


def record_of(target: Path, packages: dict[str, object], esbuild: str) -> Record:
    """The record of the bundles in a folder."""
    sources = [*(f"{name}.js" for name in BUNDLES), "package.json", "package-lock.json"]
    files = [*(f"{name}.js" for name in BUNDLES), "LICENSES.txt"]
    return {
        "esbuild": esbuild,
        "packages": packages,
        "sources": {name: _hash(SOURCES / name) for name in sources},
        "files": {name: _hash(target / name) for name in files},
    }


def differences() -> list[str]:
    """What of the tree is not as `VENDOR.json` records it, one line each."""
    kept: Record = json.loads((FOLDER / "VENDOR.json").read_text(encoding="utf-8"))
    now = record_of(FOLDER, kept["packages"], kept["esbuild"])
    return [
        f"{name} is not that of VENDOR.json: run `python -m tools.vendor`"
        for was, has in ((kept["sources"], now["sources"]), (kept["files"], now["files"]))
        for name in sorted({*was, *has})
        if was.get(name) != has.get(name)
    ]


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
