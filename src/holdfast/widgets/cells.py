"""`%%tla` and `%%promela`: a cell of a notebook is a spec, and later cells extend it."""

from __future__ import annotations

import builtins
import re
from collections.abc import Sequence
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING, Any

from holdfast.source import SpecError

if TYPE_CHECKING:
    from holdfast.widgets.cell_options import CellOptions
    from holdfast.workbench import CheckResult, Specification

_MODULE = re.compile(r"^\s*-{4,}\s*MODULE\s+(\w+)", re.MULTILINE)


class CellError(SpecError):
    """Errors in a cell, which notebooks show without a traceback."""

    def _render_traceback_(self) -> list[str]:
        return [each.render(color=True) for each in self.diagnostics]


class Cells:
    """The cells of one notebook that are specs, by path; the last cell with a name counts.

    The folder of a path names the cell, so that messages do, too.
    """

    def __init__(self, shell: Any) -> None:
        self.shell = shell
        self.texts: dict[Path, str] = {}

    def tla(self, line: str, cell: str) -> Specification | CheckResult | None:
        """Read a cell as a TLA+ module."""
        named = _MODULE.search(cell)
        name = named[1] if named else "Cell"
        return self._run("tla", line, cell, Path(self._folder, f"{name}.tla"), name)

    def promela(self, line: str, cell: str) -> Specification | CheckResult | None:
        """Read a cell as a Promela model."""
        return self._run("promela", line, cell, Path(self._folder, "model.pml"), "model")

    @property
    def _folder(self) -> str:
        # Whether the count of the shell is that of this cell or the next depends on its version.
        return f"In[{len(self.shell.user_ns['In']) - 1}]"

    def _run(
        self, magic: str, line: str, cell: str, path: Path, name: str
    ) -> Specification | CheckResult | None:
        """The spec of a cell, or the result of its check; it is bound to a name in the notebook."""
        from holdfast.widgets.cell_options import read_options

        options = read_options(magic, line)
        if options is None:
            return None
        # The line of the magic is the first of the cell.
        self._add(path, "\n" + cell)
        spec = self._load(path, options)
        if not spec.ok:
            raise CellError(*spec.diagnostics)
        self._bind(options.name or name, spec, asked=options.name is not None)
        if not options.check:
            return spec
        try:
            return spec.check(**options.checking)
        except SpecError as error:
            raise CellError(*error.diagnostics) from None

    def _add(self, path: Path, text: str) -> None:
        """Add a cell; it replaces an earlier one with the same name."""
        others = {p: t for p, t in self.texts.items() if p.name != path.name}
        self.texts = {**others, path: text}

    def _load(self, path: Path, options: CellOptions) -> Specification:
        from holdfast.workbench import load

        folders: Sequence[Path] = [p.parent for p in self.texts if p != path]
        return load(
            path,
            [*folders, *options.search_path, Path()],
            config=options.config,
            constants=options.constants,
            overlays=self.texts,
            translate=options.translate,
        )

    def _bind(self, name: str, spec: Specification, asked: bool) -> None:
        """Bind a name to the spec, unless the notebook uses it for something else."""
        from holdfast.widgets.cell_options import UsageError
        from holdfast.workbench import Specification

        known = self.shell.user_ns.get(name)
        used = known is not None and not isinstance(known, Specification)
        if not asked and (used or hasattr(builtins, name) or iskeyword(name)):
            raise UsageError(f"`{name}` is used for something else: name the spec with --as")
        self.shell.push({name: spec})


def register(shell: Any) -> None:
    """Let a notebook, or IPython on a terminal, have cells that are specs."""
    cells = Cells(shell)

    def tla(line: str, cell: str) -> object:
        """Read the cell as a TLA+ module, which may contain PlusCal; `%%tla --help` has options."""
        return cells.tla(line, cell)

    def promela(line: str, cell: str) -> object:
        """Read the cell as a Promela model; `%%promela --help` has options."""
        return cells.promela(line, cell)

    for function in (tla, promela):
        # Otherwise `--const S={1}` would be S=1: IPython replaces what is in braces by its value.
        setattr(function, "_ipython_magic_no_var_expand", True)  # noqa: B010
        shell.register_magic_function(function, "cell", function.__name__)
