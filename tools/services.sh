#!/usr/bin/env bash
# Finds PostgreSQL, Redis and Chromium for the tests, which start their own; installs what is missing
# if it may.
set -eu

missing=()
command -v pg_ctl >/dev/null || ls /usr/lib/postgresql/*/bin/pg_ctl >/dev/null 2>&1 ||
  missing+=(postgresql)
command -v redis-server >/dev/null || missing+=(redis-server)
command -v chromium >/dev/null || command -v google-chrome >/dev/null || missing+=(chromium)
[ ${#missing[@]} -gt 0 ] || exit 0

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo "The tests need PostgreSQL, Redis and Chromium on this machine. Missing: ${missing[*]}." >&2
  echo "Install with:  sudo apt-get install ${missing[*]}   (or your system's packages for them)" >&2
  exit 1
fi

echo "Installing ${missing[*]} for the tests (once)"
log=$(mktemp)
made=("$log")
trap 'rm -f "${made[@]}"' EXIT
# The packages would start servers of their own; a policy of 101 forbids it for this while.
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  made+=("$policy")
  printf '#!/bin/sh\nexit 101\n' >$policy
  chmod +x $policy
fi
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get -q update &&
       apt-get -q install --yes --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  echo "Could not install ${missing[*]}: install them by hand, then run this again." >&2
  exit 1
fi
