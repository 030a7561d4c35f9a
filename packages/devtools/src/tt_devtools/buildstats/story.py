"""What is known of one header: its units, the include chains that lead to it, who includes it directly."""

from collections import Counter
from dataclasses import dataclass, field

from tt_devtools.buildstats.includes import Includes
from tt_devtools.ninja_graph.graph import Graph

# Chains are worked out for so many units at most; a tree of 9000 units has no more kinds of chains than that.
UNITS_FOLLOWED = 200


@dataclass(slots=True)
class Story:
    """Files are real paths. `chains` count units by the way behind their source; `by_hand` have no chain."""

    file: str
    units: list[int]
    links: int
    least_units: int
    restat: list[str]
    read_directly: int
    chains: Counter[tuple[str, ...]] = field(default_factory=Counter)
    sample_source: dict[tuple[str, ...], str] = field(default_factory=dict)
    followed: int = 0
    unexplained: int = 0
    includers: Counter[str] = field(default_factory=Counter)


def tell(graph: Graph, file: str) -> Story:
    """Everything about one file that the build has met."""
    nodes = graph.nodes_of_file[file]
    edges = graph.affected(nodes)
    units = [each for each in edges if graph.edges[each].kind == "compile"]
    sure = set(graph.affected(nodes, through_restat=False))
    readers = {each for node in nodes for each in graph.readers[node]}
    return Story(
        file,
        sorted(units),
        sum(graph.edges[each].kind == "link" for each in edges),
        sum(each in sure for each in units),
        [graph.output(each) for each in edges if each in graph.restat],
        sum(each in readers for each in units),
    )


def follow(graph: Graph, includes: Includes, story: Story) -> None:
    """Adds chains and includers, which take reading the sources."""
    readers = {each for node in graph.nodes_of_file[story.file] for each in graph.readers[node]}
    for each in [each for each in story.units if each in readers][:UNITS_FOLLOWED]:
        unit = includes.unit(each)
        if unit.source == story.file:
            continue
        story.followed += 1
        chain = tuple(unit.chain(story.file))
        if chain:
            story.chains[chain[1:]] += 1
            story.sample_source.setdefault(chain[1:], chain[0])
        else:
            story.unexplained += 1
        name = story.file.rpartition("/")[2]
        for file in unit.files:
            if any(line.name.endswith(name) for line in includes.scan(file)) and story.file in unit.included(
                file
            ):
                story.includers[file] += 1
