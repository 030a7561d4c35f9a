"""Which files of a build are headers: by who reads them, whatever they are called. Must not know prices."""

from tt_devtools.ninja_graph.edge import is_object
from tt_devtools.ninja_graph.graph import Graph


def headers(graph: Graph) -> dict[str, list[int]]:
    """Files that a compilation read besides its own sources, with their nodes."""
    real = {node: file for file, nodes in graph.nodes_of_file.items() for node in nodes}
    sources: dict[str, set[int]] = {}  # by file: the edges that it is the source of
    for edge in graph.units:
        for node in edge.inputs[: edge.explicit]:
            if node in real:
                sources.setdefault(real[node], set()).add(edge.index)
    found = {}
    for file, nodes in graph.nodes_of_file.items():
        readers = [graph.readers[node] for node in nodes if graph.readers[node]]
        if not readers or is_object(file):
            continue
        compiled_in = sources.get(file)
        if all(
            graph.edges[each].kind != "compile" or (compiled_in is not None and each in compiled_in)
            for edges in readers
            for each in edges
        ):
            continue
        found[file] = nodes
    return found
