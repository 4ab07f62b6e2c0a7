#!/bin/sh
# Patroni runs this once, on the first primary, with the address of PostgreSQL as the argument.
set -eu
# A primary that is bootstrapped from a backup has the database.
if [ "$(psql "$1" -v ON_ERROR_STOP=1 -Atc "select count(*) from pg_database where datname = 'dealflow'")" = 1 ]; then exit 0; fi
exec psql "$1" -v ON_ERROR_STOP=1 \
  -c "create role dealflow login password '${DATABASE_PASSWORD}'" \
  -c "create database dealflow owner dealflow encoding 'UTF8' template template0"
