"""`holdfast editor`: set an editor up for the language server."""

from __future__ import annotations

import click

from holdfast.cli.answer import Answer, json_option
from holdfast.report.envelope import Envelope

_TEXTS = {
    "neovim": """\
-- ~/.config/nvim/lsp/holdfast.lua; then, in init.lua: vim.lsp.enable('holdfast')
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
language-servers = ["holdfast"]
""",
    "emacs": """\
;; ~/.emacs.d/init.el
(define-derived-mode tla-mode prog-mode "TLA+")
(add-to-list 'auto-mode-alist '("\\\\.tla\\\\'" . tla-mode))
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(tla-mode . ("holdfast" "lsp"))))
(add-hook 'tla-mode-hook #'eglot-ensure)
""",
}


@click.command(short_help="Print how to set an editor up for specs.")
@click.argument("name", metavar="EDITOR", type=click.Choice(tuple(_TEXTS)))
@json_option
def command(name: str) -> Answer:
    """Print what an editor needs to start the language server, `holdfast lsp`.

    \b
    Examples:
      holdfast editor neovim
      holdfast editor helix
    """
    return Answer(Envelope(command="editor", own={"text": _TEXTS[name]}), _TEXTS[name])
