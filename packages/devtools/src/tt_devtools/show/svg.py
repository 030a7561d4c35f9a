"""The graph as one self-contained SVG file, laid out in layers; needs no graphviz. Must not import tt."""

from html import escape

from tt_devtools.show.graph import Vertex, layers

_HEIGHT, _GAP_X, _GAP_Y, _MARGIN, _LETTER = 30, 24, 44, 16, 7.4  # pixels
_STYLE = (
    "text{font:12px ui-monospace,monospace;text-anchor:middle;dominant-baseline:central;fill:#1a1a1a}"
    "rect{fill:#eef3fb;stroke:#4a6fa5;rx:5}.leaf rect{fill:#eaf6ea;stroke:#3f7f3f}"
    "path{fill:none;stroke:#777}"
    "@media(prefers-color-scheme:dark){text{fill:#eee}rect{fill:#22303f}.leaf rect{fill:#21351f}}"
)


def svg(vertices: list[Vertex], title: str) -> str:
    """The file's text: the result's node on top, leaves in another colour, arrows the way gradients go."""
    rows = layers(vertices)
    widths = [len(vertex.label) * _LETTER + 20 for vertex in vertices]
    spans = [sum(widths[each] for each in row) + _GAP_X * (len(row) - 1) for row in rows]
    total = max(spans) + 2 * _MARGIN
    height = len(rows) * (_HEIGHT + _GAP_Y) - _GAP_Y + 2 * _MARGIN
    centre: dict[int, tuple[float, float]] = {}
    for nth, row in enumerate(rows):
        x = (total - spans[nth]) / 2
        for number in row:
            centre[number] = (x + widths[number] / 2, _MARGIN + nth * (_HEIGHT + _GAP_Y) + _HEIGHT / 2)
            x += widths[number] + _GAP_X
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{total:.0f}" height="{height}" '
        f'viewBox="0 0 {total:.0f} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{_STYLE}</style>",
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0L8 4L0 8z" style="fill:#777;stroke:none"/></marker></defs>',
    ]
    for vertex in vertices:
        for to in vertex.inputs:
            if to is not None:
                lines.append(_edge(centre[vertex.number], centre[to]))
    for vertex in vertices:
        lines.append(_box(vertex, centre[vertex.number], widths[vertex.number]))
    return "\n".join([*lines, "</svg>", ""])


def _edge(start: tuple[float, float], end: tuple[float, float]) -> str:
    (x1, y1), (x2, y2) = (start[0], start[1] + _HEIGHT / 2), (end[0], end[1] - _HEIGHT / 2)
    middle = (y1 + y2) / 2
    return (
        f'<path d="M{x1:.1f} {y1:.1f}C{x1:.1f} {middle:.1f} {x2:.1f} {middle:.1f} {x2:.1f} {y2:.1f}" '
        'marker-end="url(#arrow)"/>'
    )


def _box(vertex: Vertex, centre: tuple[float, float], width: float) -> str:
    x, y = centre
    leaf = ' class="leaf"' if vertex.leaf else ""
    return (
        f'<g{leaf}><rect x="{x - width / 2:.1f}" y="{y - _HEIGHT / 2:.1f}" width="{width:.1f}" '
        f'height="{_HEIGHT}"/><text x="{x:.1f}" y="{y:.1f}">{escape(vertex.label)}</text></g>'
    )
