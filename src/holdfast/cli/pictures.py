"""The options of commands that draw, and the files that they write."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

import click

from holdfast.cli.answer import write_file
from holdfast.cli.options import PATH

if TYPE_CHECKING:
    from holdfast.report.picture import Picture


class PictureFlags(TypedDict):
    """The options as click passes them."""

    svg: Path | None
    html: Path | None
    dot: Path | None
    text: bool


picture_options = (
    click.option("--svg", metavar="FILE", type=PATH, help="Write a drawing."),
    click.option("--html", metavar="FILE", type=PATH, help="Write a page with the drawing."),
    click.option("--dot", metavar="FILE", type=PATH, help="Write the graph for Graphviz."),
    click.option("--text", is_flag=True, help="Draw with characters, in the output."),
)


def write_pictures(
    pictures: Mapping[str, Picture], page: str, flags: PictureFlags, width: int
) -> list[str]:
    """Write the files of the options; returns a line for each, and the drawings in characters.

    If there are several pictures, the names of the files get the names of the pictures.
    """
    from holdfast.report.graph_dot import graph_dot
    from holdfast.report.graph_svg import graph_svg
    from holdfast.report.graph_text import graph_text

    said: list[str] = []
    for path, show in ((flags["svg"], graph_svg), (flags["dot"], graph_dot)):
        for name, picture in pictures.items() if path is not None else ():
            assert path is not None
            own = path if len(pictures) == 1 else path.with_stem(f"{path.stem}-{name}")
            write_file(own, show(picture).splitlines())
            said.append(f"{own}: written")
    if flags["html"] is not None:
        write_file(flags["html"], page.splitlines())
        said.append(f"{flags['html']}: written")
    for name, picture in pictures.items() if flags["text"] else ():
        title = [f"{name}:"] if len(pictures) > 1 else []
        said.append("\n" + "\n".join([*title, graph_text(picture, width).rstrip("\n")]))
    return said
