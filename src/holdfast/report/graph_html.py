"""A picture as a page of its own: clusters fold, a node under the pointer shows its arrows.

The page works from disk and loads nothing. Each way to fold the clusters is a drawing of its own,
made beforehand, so that the script in the page only shows and hides.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from itertools import combinations

from holdfast.report.graph_style import STYLE
from holdfast.report.graph_svg import svg_lines
from holdfast.report.picture import Arrow, Picture

_MOST_COMBINED = 4
"""With more clusters than this, all or none or all but one are folded."""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
_STYLE = """\
:root { color-scheme: light dark }
body { font-family: system-ui, sans-serif; margin: 2em; background: #fff; color: #1b1f24 }
pre { background: #f6f8fa; padding: 1em; overflow-x: auto }
figure { margin: 0; overflow-x: auto }
figure[hidden] { display: none }
[data-cluster] { cursor: pointer }
svg.focus g.node:not(.near), svg.focus g.edge:not(.near) { opacity: 0.2 }
@media (prefers-color-scheme: dark) {
  body { background: #14171c; color: #e8ebef }
  pre { background: #1c2128 }
}
"""
_SCRIPT = """\
"use strict";
function fold(section) {
  const figures = [...section.querySelectorAll("figure")];
  const all = JSON.parse(section.dataset.clusters);
  let folded = new Set();
  const key = (keys) => JSON.stringify(all.filter((each) => keys.has(each)));
  function show(keys) {
    const wanted = figures.find((each) => each.dataset.folded === key(keys));
    if (!wanted) return false;
    figures.forEach((each) => { each.hidden = each !== wanted; });
    folded = keys;
    return true;
  }
  function toggle(name) {
    const other = new Set(folded);
    const unfolds = other.delete(name);
    if (!unfolds) other.add(name);
    if (!show(other)) show(new Set(unfolds ? all.filter((each) => each !== name) : all));
  }
  return (target) => {
    const cluster = target.closest("[data-cluster]");
    if (cluster) toggle(cluster.dataset.cluster);
    return cluster !== null;
  };
}
function focus(svg, node) {
  svg.classList.toggle("focus", node !== null);
  svg.querySelectorAll(".near").forEach((each) => each.classList.remove("near"));
  if (node === null) return;
  const near = new Set([node.dataset.node]);
  svg.querySelectorAll("g.edge").forEach((edge) => {
    const ends = [edge.dataset.from, edge.dataset.to];
    if (!ends.includes(node.dataset.node)) return;
    edge.classList.add("near");
    ends.forEach((each) => near.add(each));
  });
  svg.querySelectorAll("g.node").forEach((each) => {
    if (near.has(each.dataset.node)) each.classList.add("near");
  });
}
document.querySelectorAll("section").forEach((section) => {
  const folds = fold(section);
  section.querySelectorAll("svg").forEach((svg) => {
    let pinned = null;
    svg.addEventListener("mouseover", (event) => {
      if (!pinned) focus(svg, event.target.closest("g.node"));
    });
    svg.addEventListener("mouseleave", () => {
      if (!pinned) focus(svg, null);
    });
    svg.addEventListener("click", (event) => {
      if (folds(event.target)) return;
      const node = event.target.closest("g.node");
      focus(svg, (pinned = node === pinned ? null : node));
    });
  });
});
"""


def graph_html(
    pictures: Picture | Sequence[Picture], explanation: str, result: str = "", title: str = ""
) -> str:
    """A page with pictures, what they show, and the result of the command as text."""
    pictures = [pictures] if isinstance(pictures, Picture) else list(pictures)
    return "\n".join([*_page(pictures, explanation, result, title or pictures[0].name), ""])


def _page(pictures: Sequence[Picture], explanation: str, result: str, title: str) -> Iterator[str]:
    yield "<!doctype html>"
    yield '<html lang="en">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="viewport" content="width=device-width">'
    yield '<link rel="icon" href="data:,">'
    yield f"<title>{escape(title)}</title>"
    yield f"<style>\n{STYLE}{_STYLE}</style>"
    yield "</head>"
    yield "<body>"
    yield f"<h1>{escape(title)}</h1>"
    framed = any(picture.clusters for picture in pictures)
    folds = " Click a frame to fold it, and its box to unfold it." if framed else ""
    yield f"<p>{escape(explanation)}{folds}</p>"
    for picture in pictures:
        yield from _section(picture, is_titled=len(pictures) > 1)
    if result:
        yield f"<pre>{escape(result)}</pre>"
    yield f"<script>\n{_SCRIPT}</script>"
    yield "</body>"
    yield "</html>"


def _section(picture: Picture, is_titled: bool) -> Iterator[str]:
    """A picture, once for each way to fold it; the first is visible."""
    names = [cluster.key for cluster in picture.clusters]
    yield f'<section data-clusters="{escape(_json(names))}">'
    if is_titled:
        yield f"<h2>{escape(picture.name)}</h2>"
    for i, keys in enumerate(_ways(names)):
        hidden = " hidden" if i else ""
        yield f'<figure data-folded="{escape(_json(keys))}"{hidden}>'
        yield from svg_lines(folded(picture, keys), with_style=False)
        yield "</figure>"
    yield "</section>"


def _json(names: list[str]) -> str:
    """A list of names as JavaScript writes it, so that texts can be compared."""
    return json.dumps(names, ensure_ascii=False, separators=(",", ":"))


def _ways(names: list[str]) -> list[list[str]]:
    """The sets of clusters that can be folded together, from none to all."""
    if len(names) <= _MOST_COMBINED:
        return [list(own) for n in range(len(names) + 1) for own in combinations(names, n)]
    return [[], *([x for x in names if x != name] for name in names), names]


def folded(picture: Picture, keys: list[str]) -> Picture:
    """The picture with some clusters drawn as one box each."""
    clusters = {cluster.key: cluster for cluster in picture.clusters if cluster.key in keys}
    place = {
        shape.key: shape.cluster if shape.cluster in clusters else shape.key
        for shape in picture.shapes
    }
    shapes = {
        place[shape.key]: clusters[shape.cluster].folded if shape.cluster in clusters else shape
        for shape in picture.shapes
    }
    arrows: dict[Arrow, None] = {}
    for arrow in picture.arrows:
        source, target = place[arrow.source], place[arrow.target]
        if source in clusters and source == target:
            continue
        row = None if source in clusters else arrow.row
        arrows[replace(arrow, source=source, target=target, row=row)] = None
    return replace(
        picture,
        shapes=tuple(shapes.values()),
        arrows=tuple(arrows),
        clusters=tuple(c for c in picture.clusters if c.key not in clusters),
    )
