"""Check the studio's page with deno: format, lint, types, unit tests; the recorded bundles."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tools.vendor_record import ROOT, differences

STATIC = ROOT / "src" / "holdfast" / "web" / "static"
TESTS = ROOT / "tests" / "web" / "js"


def modules() -> list[Path]:
    """Our own modules of the page."""
    return sorted(STATIC.glob("*.js"))


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
    wrong = differences()
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if failed or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
