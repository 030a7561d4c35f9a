"""A cache that machines share, over a real Redis, and compilation on other machines, over real distccd."""

from __future__ import annotations

import hashlib
import http.server
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ran import Ran, Tt
from services import Service, distccd, free_port, needed, redis
from tiny_project import Project
from tt_devtools.build import distribute

SOURCES = 20


@pytest.fixture
def services() -> Iterator[list[Service]]:
    """Started ones; they end with the test."""
    started: list[Service] = []
    yield started
    for service in started:
        service.kill()


@pytest.fixture
def big(make_project: Callable[[str], Project]) -> Callable[[str], Project]:
    """Makes projects of twenty units."""

    def make(name: str) -> Project:
        project = make_project(name)
        names = [f"u{number}" for number in range(SOURCES)]
        for each in names:
            project.write(
                f"{each}.cpp", f'#include "value.h"\n#include <string>\nint {each}() {{ return VALUE; }}\n'
            )
        project.append(
            "CMakeLists.txt", f"target_sources(tiny PRIVATE {' '.join(f'{n}.cpp' for n in names)})\n"
        )
        return project

    return make


def forget_local_cache(tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "ccache", ignore_errors=True)


def objects(project: Project) -> dict[str, str]:
    """Hashes of all objects and of the library."""
    made = [*project.root.glob("build/*/**/*.o"), *project.root.glob("build/*/libtiny.so")]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in made}


def test_a_second_checkout_builds_from_the_shared_cache(
    tt: Tt, big: Callable[[str], Project], services: list[Service], tmp_path: Path
) -> None:
    services.append(redis(tmp_path))
    url = f"redis://127.0.0.1:{services[0].port}"
    first = big("one")
    ran = tt("build", "--remote-cache", url, "--json", root=first.root)
    assert (ran.code, ran.json["cache"]["miss"], ran.json["remote_hits"]) == (0, SOURCES + 2, 0)
    forget_local_cache(tmp_path)
    second = big("two")
    ran = tt("build", "--remote-cache", url, "--json", root=second.root)
    assert ran.code == 0
    assert ran.json["remote_hits"] >= 0.95 * ran.json["done"]["compile"]
    assert objects(first) == objects(second), "the same tree in two folders gives the same bytes"
    forget_local_cache(tmp_path)
    text = tt("build", "--clean", "--remote-cache", url, root=second.root).out
    assert f"; {SOURCES + 2} hits were remote" in text


def test_a_dead_server_costs_a_warning(tt: Tt, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TT_REMOTE_CACHE", f"redis://127.0.0.1:{free_port()}")
    ran = tt("build", "--json", root=project.root)
    assert (ran.code, ran.json["done"]["compile"]) == (0, 2)
    assert "the remote cache at 127.0.0.1 cannot be reached" in ran.err
    assert "building without it" in ran.err


def test_a_server_that_dies_in_the_middle_costs_time_not_the_build(
    tt: Tt, big: Callable[[str], Project], services: list[Service], tmp_path: Path
) -> None:
    services.append(redis(tmp_path))
    url = f"redis://127.0.0.1:{services[0].port}"
    project = big("one")
    tt("build", "--remote-cache", url, root=project.root)
    forget_local_cache(tmp_path)
    objects_made = project.build_dir / "CMakeFiles" / "tiny.dir"
    shutil.rmtree(objects_made)

    def kill_when_it_has_begun() -> None:
        while len(list(objects_made.glob("*.o"))) < 4:
            pass
        services[0].kill()

    killer = threading.Thread(target=kill_when_it_has_begun)
    killer.start()
    ran = tt("build", "--remote-cache", url, "--jobs", "1", "--json", root=project.root)
    killer.join()
    assert (ran.code, ran.json["dirty_after"], ran.json["failed"]) == (0, [], [])
    assert 0 < ran.json["remote_hits"] < SOURCES + 2


class _Storage(http.server.BaseHTTPRequestHandler):
    """As much of a web server as ccache asks for."""

    kept: dict[str, bytes]

    def do_GET(self) -> None:
        data = self.kept.get(self.path)
        self.send_response(404 if data is None else 200)
        self.send_header("Content-Length", str(len(data or b"")))
        self.end_headers()
        self.wfile.write(data or b"")

    def do_PUT(self) -> None:
        self.kept[self.path] = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_http_storage(tt: Tt, make_project: Callable[[str], Project], tmp_path: Path) -> None:
    kept: dict[str, bytes] = {}
    handler = type("Storage", (_Storage,), {"kept": kept})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            url = f"http://127.0.0.1:{server.server_address[1]}/cache"
            tt("build", "--remote-cache", url, root=make_project("one").root)
            forget_local_cache(tmp_path)
            ran = tt("build", "--remote-cache", url, "--json", root=make_project("two").root)
        finally:
            server.shutdown()
    assert kept
    assert (ran.code, ran.json["remote_hits"]) == (0, 2)


@pytest.mark.parametrize(
    "url",
    [
        "redis",
        "ftp://host",
        "redis://",
        "redis://host:99999",
        "redis://host:x",
        "http://a b",
        "redis://h|read-only",
    ],
)
def test_what_is_no_address(tt: Tt, project: Project, url: str) -> None:
    ran = tt("build", "--remote-cache", url, root=project.root)
    assert (ran.code, "--remote-cache expects redis://HOST[:PORT]" in ran.err) == (2, True)


def distributed(tt: Tt, project: Project, *hosts: Service) -> Ran:
    names = ",".join(f"127.0.0.1:{host.port}/2" for host in hosts)
    return tt("build", "--preset", "release", "--distribute", names, "--json", root=project.root)


def compiled_by(service: Service) -> int:
    """How many units a distccd has compiled, by its own log."""
    return service.log.read_text(errors="replace").count("COMPILE_OK")


@pytest.mark.slow
def test_units_are_shared_out_and_objects_are_equal(
    tt: Tt, big: Callable[[str], Project], services: list[Service], tmp_path: Path
) -> None:
    needed("distcc", "distcc")
    services += [distccd(tmp_path), distccd(tmp_path)]
    here = big("here")
    assert tt("build", "--preset", "release", root=here.root).code == 0
    forget_local_cache(tmp_path)
    there = big("there")
    ran = distributed(tt, there, *services)
    assert (ran.code, ran.json["cache"]["miss"], ran.json["dirty_after"]) == (0, SOURCES + 2, [])
    shares = [compiled_by(service) for service in services]
    assert min(shares) >= 4, shares
    assert sum(shares) >= SOURCES
    assert objects(here) == objects(there)
    again = distributed(tt, big("cached"), *services)
    assert again.json["cache"]["direct"] == SOURCES + 2, "ccache comes first"


@pytest.mark.slow
def test_a_host_that_disappears_costs_time_not_the_build(
    tt: Tt, big: Callable[[str], Project], services: list[Service], tmp_path: Path
) -> None:
    needed("distcc", "distcc")
    services += [distccd(tmp_path), distccd(tmp_path)]
    services[1].kill()
    ran = distributed(tt, big("one"), *services)
    assert (ran.code, ran.json["done"]["compile"], ran.json["failed"]) == (0, SOURCES + 2, [])
    assert compiled_by(services[0]) > 0


def test_without_distcc_a_build_warns_and_works(
    tt: Tt, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tt_devtools.build import environment

    real = shutil.which
    monkeypatch.setattr(
        environment.shutil,
        "which",
        lambda name, path=None: None if name == "distcc" else real(name, path=path),
    )
    ran = tt("build", "--distribute", "127.0.0.1/2", "--json", root=project.root)
    assert (ran.code, ran.json["done"]["compile"]) == (0, 2)
    assert "distcc is not installed, so nothing is compiled on 127.0.0.1/2" in ran.err


@pytest.mark.parametrize("text", ["host", "host/0", "host/x", "/3", "ho st/3", "host:port/3", "host/3;rm"])
def test_what_is_no_host(tt: Tt, project: Project, text: str) -> None:
    ran = tt("build", "--distribute", text, root=project.root)
    assert (ran.code, "--distribute expects HOST[:PORT]/JOBS" in ran.err) == (2, True)


def test_jobs_of_hosts() -> None:
    assert distribute.jobs(distribute.parse("a/4, b:3632/2,c@d/1")) == 7
    assert distribute.parse("") == ()
