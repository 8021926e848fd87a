"""The modules of the studio's page as texts, for where there is no server: widgets, single files.

In the page, modules import each other by names such as `holdfast/trace.js`, which an import map
resolves. Elsewhere a loader makes a Blob URL of each text, in order of dependence, and replaces the
names in the texts that follow.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

STATIC = Path(__file__).parent / "web" / "static"
_PREFIX = "holdfast/"
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_IMPORT = re.compile(r'(?:\bfrom|\bimport)\s*\(?\s*"(holdfast/[\w/.-]+\.js)"')
# What `_IMPORT` finds, in JavaScript; the name is replaced by an address.
LOADER = r"""
async function load(modules) {
  const addresses = new Map();
  for (const [name, text] of modules) {
    const own = text.replace(
      /((?:\bfrom|\bimport)\s*\(?\s*)"(holdfast\/[\w\/.-]+\.js)"/g,
      (found, before, used) =>
        addresses.has(used) ? `${before}"${addresses.get(used)}"` : found,
    );
    addresses.set(name, URL.createObjectURL(new Blob([own], { type: "text/javascript" })));
  }
  return import(addresses.get(modules.at(-1)[0]));
}
"""


def module_texts(entry: str) -> dict[str, str]:
    """A module of the page and all that it imports, each after those that it imports itself."""
    found: dict[str, str] = {}
    _add(f"{_PREFIX}{entry}", found, ())
    return found


def _add(name: str, found: dict[str, str], outer: tuple[str, ...]) -> None:
    if name in found:
        return
    if name in outer:
        raise ValueError(f"modules import each other in a circle: {' -> '.join((*outer, name))}")
    text = (STATIC / name.removeprefix(_PREFIX)).read_text(encoding="utf-8")
    for used in _IMPORT.findall(_COMMENT.sub("", text)):
        _add(used, found, (*outer, name))
    found[name] = text


def loading_text(entry: str) -> str:
    """JavaScript that imports a module with all that it needs, and exports its `default`.

    A page that runs it several times shares the modules.
    """
    modules = json.dumps(list(module_texts(entry).items())).replace("</", "<\\/")
    mark = f"holdfast.modules.{sha256(modules.encode()).hexdigest()[:16]}"
    known = f"globalThis[Symbol.for({json.dumps(mark)})]"
    return f"{LOADER}\nexport default (await ({known} ??= load({modules}))).default;\n"


def style_text(*names: str) -> str:
    """Style sheets of the page, one after the other."""
    return "\n".join((STATIC / name).read_text(encoding="utf-8") for name in names)
