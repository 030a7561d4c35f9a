#!/usr/bin/env bash
# Installs what some tests start (Redis, distcc, a browser, other compilers and linkers) where this is Debian and we
# may. Elsewhere those tests are skipped, each saying what it lacks.
set -uo pipefail

declare -A packages=(
  [redis-server]=redis-server [distccd]=distcc [chromium]=chromium [clang++]=clang [mold]=mold [ld.lld]=lld
)
missing=()
for program in "${!packages[@]}"; do
  command -v "$program" >/dev/null || missing+=("${packages[$program]}")
done
[[ ${#missing[@]} -eq 0 ]] && exit 0
if [[ $(id -u) -ne 0 ]] || ! command -v apt-get >/dev/null; then
  echo "services: not here, so that their tests are skipped: ${missing[*]}"
  exit 0
fi
export DEBIAN_FRONTEND=noninteractive
install=(apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300)
if apt-get update -qq && "${install[@]}" "${missing[@]}" >/dev/null; then
  echo "services: installed ${missing[*]}"
else
  echo "services: could not be installed, so that their tests are skipped: ${missing[*]}"
fi
