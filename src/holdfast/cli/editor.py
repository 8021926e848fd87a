"""`holdfast editor`: set an editor up for the language server."""

from __future__ import annotations

from pathlib import Path

import click

from holdfast.cli.answer import Answer, json_option
from holdfast.report.envelope import Envelope

_TEXTS = {
    "neovim": """\
-- Neovim 0.11: ~/.config/nvim/lsp/holdfast.lua, and in init.lua: vim.lsp.enable('holdfast')
vim.filetype.add({ extension = { tla = 'tla', pml = 'promela' } })
return {
  cmd = { 'holdfast', 'lsp' },
  filetypes = { 'tla', 'promela' },
  root_markers = { '.holdfast', '.git' },
}
""",
    "helix": """\
# ~/.config/helix/languages.toml
[language-server.holdfast]
command = "holdfast"
args = ["lsp"]

[[language]]
name = "tlaplus"
scope = "source.tlaplus"
file-types = ["tla"]
comment-token = "\\\\*"
language-servers = ["holdfast"]

[[language]]
name = "promela"
scope = "source.promela"
file-types = ["pml"]
comment-token = "//"
language-servers = ["holdfast"]
""",
    "emacs": """\
;; ~/.emacs.d/init.el, Emacs 29 or later
(define-derived-mode tla-mode prog-mode "TLA+"
  (setq-local comment-start "\\\\* "))
(add-to-list 'auto-mode-alist '("\\\\.tla\\\\'" . tla-mode))
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(tla-mode . ("holdfast" "lsp"))))
(add-hook 'tla-mode-hook #'eglot-ensure)
""",
}


@click.command(short_help="Set an editor up for specs.")
@click.argument("name", metavar="EDITOR", type=click.Choice(("vscode", *_TEXTS)))
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write here instead: the extension of VS Code, or the settings of another editor.",
)
@json_option
def command(name: str, output: Path | None) -> Answer:
    """Set an editor up for the language server, `holdfast lsp`.

    For vscode, an extension is written to holdfast.vsix, with grammars for TLA+, PlusCal,
    configurations and Promela. For neovim, helix and emacs, what belongs into the settings is
    printed.

    \b
    Examples:
      holdfast editor vscode && code --install-extension holdfast.vsix
      holdfast editor neovim
      holdfast editor helix --output ~/.config/helix/languages.toml
    """
    if name == "vscode":
        from holdfast.lsp.vsix import vsix

        path = output or Path("holdfast.vsix")
        path.write_bytes(vsix())
        text = f"{path} is written. Install it: code --install-extension {path}\n"
        return Answer(Envelope(command="editor", own={"editor": name, "file": str(path)}), text)
    text = _TEXTS[name]
    if output is not None:
        output.write_text(text, encoding="utf-8")
        own = {"editor": name, "file": str(output)}
        return Answer(Envelope(command="editor", own=own), f"{output} is written.\n")
    return Answer(Envelope(command="editor", own={"editor": name, "text": text}), text)
