"""Check the studio's page with deno: format, lint, types, unit tests, sizes, recorded bundles."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.vendor_record import ROOT, differences

STATIC = ROOT / "src" / "holdfast" / "web" / "static"
TESTS = ROOT / "tests" / "web" / "js"
LINE_LIMIT = 400


def modules() -> list[Path]:
    """Our own modules of the page."""
    return sorted(STATIC.glob("*.js"))


def complaints() -> Iterator[str]:
    """What Python alone can say: files that are too long, bundles that are not as recorded."""
    for path in sorted(path for path in STATIC.iterdir() if path.suffix in (".js", ".css")):
        lines = path.read_text(encoding="utf-8").count("\n")
        if lines > LINE_LIMIT:
            yield f"{path.relative_to(ROOT)} has {lines} lines, {LINE_LIMIT} are allowed"
    yield from differences()


def main() -> int:
    """Run every check, also after one that failed; 1 if any did, 2 if deno is missing."""
    deno = shutil.which("deno", path=str(Path(sys.executable).parent)) or shutil.which("deno")
    if deno is None:
        print("deno is not installed: pip install deno", file=sys.stderr)
        return 2
    texts = [*modules(), *sorted(TESTS.glob("*.js"))]
    commands = [
        [deno, "fmt", "--check"],
        [deno, "lint"],
        [deno, "check", *map(str, texts)],
        [deno, "test", "--no-check", "--allow-read", str(TESTS)],
    ]
    failed = [c for c in commands if subprocess.run(c, cwd=ROOT, check=False).returncode != 0]
    wrong = list(complaints())
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if failed or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
