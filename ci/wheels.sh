#!/usr/bin/env bash
# Builds the wheels of all six distributions, installs them into fresh environments outside the checkout, and uses
# them there: gradients, matmul, printing, a C++ operator built out of the tree, and the tools without the core.
#
# Without build isolation and in one build folder, so that the compiler cache hits. The building environment sees
# the tools of .venv but not its editable packages: the core that kernels and autograd are built against is the
# wheel just made, unpacked there.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
work=$root/build/wheels
dist=$work/dist
python=$root/.venv/bin/python

export CCACHE_DIR=${CCACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/tt/ccache}
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
export CMAKE_CXX_COMPILER_LAUNCHER=$root/.venv/bin/ccache
export PATH=$root/.venv/bin:$PATH

rm -rf "$dist" "$work/venv"
mkdir -p "$dist"
"$python" -m venv --without-pip "$work/venv"
builder=$work/venv/bin/python
site=$("$builder" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
"$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))' >"$site/tools.pth"
for package in opspec core kernels autograd tt devtools; do
  "$builder" -P -m pip wheel --quiet --no-deps --no-index --no-build-isolation \
    --wheel-dir "$dist" -C "build-dir=$work/$package" "./packages/$package"
  "$python" -m zipfile -e "$(ls -t "$dist"/*.whl | head -1)" "$site"
done
(cd "$dist" && ls -s --block-size=K ./*.whl)

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
third_party() { "$python" -m pip --python "$1" install -qq --no-input --no-compile \
  ${TT_WHEELHOUSE:+--no-index --find-links "$TT_WHEELHOUSE"} --constraint constraints.txt "${@:2}"; }
ours() { "$python" -m pip --python "$1" install -qq --no-input --no-compile --no-index --no-deps \
  --find-links "$dist" "${@:2}"; }

echo "-- the library, from wheels alone"
"$python" -m venv --without-pip "$fresh/library"
library=$fresh/library/bin/python
third_party "$library" scipy-openblas32 typer rich libcst
ours "$library" tt-opspec tt-core tt-kernels tt-autograd tt-tensor tt-devtools
"$python" -m pip --python "$library" check
cp ci/wheels/smoke.py "$fresh"
(cd "$fresh" && "$library" -I smoke.py "$root")
(cd "$fresh" && "$fresh/library/bin/tt" where add >where.txt && grep -q "opspec/ops/binary.py" where.txt)

echo "-- an operator out of the tree"
cp -r examples/out_of_tree "$fresh/example"
bash "$fresh/example/run.sh" "$library"

echo "-- the tools, without the compiled core"
"$python" -m venv --without-pip "$fresh/tools"
tools=$fresh/tools/bin/python
third_party "$tools" typer rich libcst
ours "$tools" tt-opspec tt-devtools
"$python" -m pip --python "$tools" check
bash ci/wheels/tools_alone.sh "$fresh/tools/bin" "$fresh"
