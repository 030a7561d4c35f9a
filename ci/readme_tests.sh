#!/usr/bin/env bash
# Runs the test command exactly as README.md gives it: a line of its own, `./tt test`, in a fenced block.
set -euo pipefail
cd "$(dirname "$0")/.."

command=$(awk '/^```/ { fenced = !fenced; next } fenced && /^(\$ )?\.\/tt test[[:space:]]*(#.*)?$/ { print; exit }' README.md)
command=${command#\$ }
if [[ -z $command ]]; then
  echo "ci: README.md has no fenced line './tt test'" >&2
  exit 1
fi
echo "$ $command"
eval "$command"
