"""Bundle the extension of VS Code with a pinned esbuild; `--check` compares bytes.

Needs Node and npm, and a registry. The bundle is committed, so nobody else does; that it matches
its entry and the lock file is checked by `tests/lsp/test_editor.py` with Python alone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCES = Path(__file__).parent / "vendor_vscode"
FOLDER = Path(__file__).parents[1] / "src" / "holdfast" / "lsp" / "vscode"
INPUTS = ("extension.js", "package.json", "package-lock.json")
OUTPUTS = ("extension.js", "LICENSES.txt")
ALLOWED = frozenset(("MIT", "ISC", "BlueOak-1.0.0"))


def record_of(target: Path) -> dict[str, dict[str, str]]:
    """The hashes of what the bundle is made from, and of what was made."""
    return {
        "inputs": {name: _hash(SOURCES / name) for name in INPUTS},
        "outputs": {name: _hash(target / name) for name in OUTPUTS},
    }


def build(target: Path) -> None:
    """Write the bundle, the licences and the record."""
    _run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"])
    with tempfile.TemporaryDirectory() as folder:
        facts = Path(folder) / "facts.json"
        _run(
            [
                "node_modules/.bin/esbuild",
                "extension.js",
                "--bundle",
                "--platform=node",
                "--format=cjs",
                "--target=node20",
                "--external:vscode",
                "--minify",
                "--legal-comments=none",
                "--log-level=warning",
                f"--metafile={facts}",
                f"--outfile={target / 'extension.js'}",
            ]
        )
        inputs = json.loads(facts.read_text(encoding="utf-8"))["inputs"]
    packages = sorted({path.split("/")[1] for path in inputs if path.startswith("node_modules/")})
    texts = "\n".join(_license(SOURCES / "node_modules" / package) for package in packages)
    (target / "LICENSES.txt").write_text(texts, encoding="utf-8")
    record = json.dumps(record_of(target), indent=2) + "\n"
    (target / "VENDOR.json").write_text(record, encoding="utf-8")


def main() -> int:
    """Renew the bundle, or compare that of the tree with a new one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    if not parser.parse_args().check:
        build(FOLDER)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder))
        made = {path.name: path.read_bytes() for path in Path(folder).iterdir()}
    different = [n for n, data in made.items() if (FOLDER / n).read_bytes() != data]
    print("\n".join(f"{name} differs from a new build" for name in different))
    return 1 if different else 0


def _license(folder: Path) -> str:
    """The licence of a package; an error if it has none, or one that is not allowed."""
    facts = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    found = [path for path in sorted(folder.iterdir()) if path.name.lower().startswith("license")]
    if facts["license"] not in ALLOWED or not found:
        raise SystemExit(f"{folder.name}: the licence {facts['license']} is not allowed or missing")
    title = f"{facts['name']} {facts['version']} ({facts['license']})"
    return f"{title}\n{'=' * len(title)}\n\n{found[0].read_text(encoding='utf-8').strip()}\n"


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _run(command: list[str]) -> None:
    subprocess.run(command, cwd=SOURCES, check=True)


if __name__ == "__main__":
    sys.exit(main())
