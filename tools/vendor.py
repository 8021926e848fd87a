"""Bundle the third-party code of the studio's page with a pinned esbuild; `--check` compares bytes.

Needs Node and npm, and a registry. The bundles are committed, so nobody else does; that they match
their entries and the lock file is checked by `vendor_record.py` with Python alone.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tools.vendor_record import BUNDLES, FOLDER, SOURCES, record_of

ALLOWED_LICENSES = {"MIT", "Apache-2.0"}
LICENSE_NAMES = ("LICENSE", "LICENSE.md", "LICENSE.txt", "License.txt")


def install() -> Path:
    """Install exactly what the lock file lists, without running scripts; the folder of packages."""
    _run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"])
    return SOURCES / "node_modules"


def bundle(name: str, target: Path) -> list[str]:
    """Write one bundle, with the types of `NAME.d.ts`; the packages that are in it."""
    with tempfile.TemporaryDirectory() as folder:
        facts = Path(folder) / "facts.json"
        types = f'/* @ts-self-types="./{name}.d.ts" */\n// @ts-nocheck'
        _run(
            [
                "node_modules/.bin/esbuild",
                f"{name}.js",
                "--bundle",
                "--format=esm",
                "--minify",
                "--target=es2022",
                "--legal-comments=none",
                "--log-level=warning",
                f"--banner:js={types}",
                f"--metafile={facts}",
                f"--outfile={target / f'{name}.js'}",
            ]
        )
        inputs = json.loads(facts.read_text(encoding="utf-8"))["inputs"]
    return sorted({package for path in inputs if (package := _package_of(path))})


def licenses(packages: Iterable[str], folder: Path) -> str:
    """The texts of all licences; an error if one is missing or not allowed."""
    return "\n".join(_license(package, folder / package) for package in packages)


def build(target: Path) -> None:
    """Write both bundles, the licences and the record of their sources."""
    folder = install()
    packages = sorted({p for name in BUNDLES for p in bundle(name, target)})
    (target / "LICENSES.txt").write_text(licenses(packages, folder), encoding="utf-8")
    versions = {p: _described(folder / p)["version"] for p in packages}
    record = record_of(target, versions, str(_described(folder / "esbuild")["version"]))
    (target / "VENDOR.json").write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def main() -> int:
    """Renew the bundles, or compare those of the tree with new ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    if not parser.parse_args().check:
        build(FOLDER)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder))
        names = sorted(path.name for path in Path(folder).iterdir())
        different = [n for n in names if not _same(Path(folder) / n, FOLDER / n)]
    print("\n".join(f"{name} differs from a new build" for name in different))
    return 1 if different else 0


def _license(package: str, folder: Path) -> str:
    facts = _described(folder)
    if facts["license"] not in ALLOWED_LICENSES:
        raise SystemExit(f"{package} has the licence {facts['license']}")
    text = next((folder / name for name in LICENSE_NAMES if (folder / name).exists()), None)
    if text is None:
        raise SystemExit(f"{package} has no licence text")
    title = f"{package} {facts['version']} ({facts['license']})"
    return f"{title}\n{'=' * len(title)}\n\n{text.read_text(encoding='utf-8').strip()}\n"


def _package_of(path: str) -> str | None:
    if not path.startswith("node_modules/"):
        return None
    parts = path.split("node_modules/")[-1].split("/")
    return "/".join(parts[:2]) if parts[0].startswith("@") else parts[0]


def _described(folder: Path) -> dict[str, object]:
    facts: dict[str, object] = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    return facts


def _same(one: Path, other: Path) -> bool:
    return other.exists() and one.read_bytes() == other.read_bytes()


def _run(command: list[str]) -> None:
    subprocess.run(command, cwd=SOURCES, check=True)


if __name__ == "__main__":
    sys.exit(main())
