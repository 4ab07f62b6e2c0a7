#!/bin/sh
# The command of the container image: all of Dealflow, one of its programs, or a command that ends.
set -eu

# The health check of the container reads which programs it has to find.
note() { echo "$1" > "${TMPDIR:-/tmp}/dealflow-program"; }

cd /app
case "$1" in
  start) note "$1"; shift; exec node scripts/start.mjs "$@" ;;
  service | dashboard) note "$1"; exec node scripts/run.mjs "$@" ;;
  admin | import) exec node scripts/run.mjs "$@" ;;
  health) exec node scripts/image/health.mjs ;;
  *)
    echo "Unknown program \"$1\"; use one of start, service, dashboard, admin, import, health." >&2
    exit 2
    ;;
esac
