"""One HTML file with a trace and its viewer: it needs neither a server nor a network."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import shlex
from collections.abc import Mapping
from typing import Any

from holdfast.page_modules import LOADER, module_texts, style_text

_STYLES = ("base.css", "shell.css", "spec.css", "trace.css", "lanes.css")
_SCRIPT = f"""{LOADER}
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const viewer = await load(read("modules"));
viewer.default(document.getElementById("app"), read("data"));
"""


def export_html(
    bundle: Mapping[str, Any], request: Mapping[str, Any], look: Mapping[str, Any]
) -> str:
    """The file for the bundle of a run; `look` is what it shows first."""
    data = {**bundle, "command": command_line(request), "look": dict(look)}
    data.pop("pictures", None)
    modules = list(module_texts("viewer.js").items())
    style = style_text(*_STYLES)
    policy = (
        f"default-src 'none'; script-src {_hash(_SCRIPT)} blob:; style-src {_hash(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    title = html.escape(f"{bundle['spec']}: trace")
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<title>{title}</title><link rel="icon" href="data:,">',
            f"<style>{style}</style></head>",
            '<body><div id="app"></div>',
            f'<script type="application/json" id="data">{script_text(data)}</script>',
            f'<script type="application/json" id="modules">{script_text(modules)}</script>',
            f'<script type="module">{_SCRIPT}</script>',
            "</body></html>\n",
        ]
    )


def command_line(request: Mapping[str, Any]) -> str:
    """The command that repeats a run."""
    words = ["holdfast", str(request.get("command", "check")), str(request.get("spec", ""))]
    if request.get("config"):
        words += ["--config", str(request["config"])]
    for name, value in (request.get("constants") or {}).items():
        words += ["--const", f"{name}={value}"]
    return shlex.join(words)


def script_text(data: object) -> str:
    """JSON that cannot end the element that it is in, whatever texts it has."""
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")


def _hash(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"
