#!/bin/sh
# Patroni creates a standby by this, from the repository of pgBackRest. The arguments are its configuration and the data directory.
set -eu
pgbackrest --config="$1" --stanza=dealflow --delta restore
touch "$2/restored-from-repository"
