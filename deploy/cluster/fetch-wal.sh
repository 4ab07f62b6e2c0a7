#!/bin/sh
# PostgreSQL calls this for each file of the write-ahead log that a standby needs, with the configuration of pgBackRest, the name of the
# file and where it goes. It calls it several times in each failover too, where nothing comes from the repository: only a standby that
# was restored looks there, until it has all that was archived. So no failover waits for the repository.
test -e restored-from-repository || exit 1
timeout 60 pgbackrest --config="$1" --stanza=dealflow archive-get "$2" "$3" && exit 0
# Code 1 says that the file is not there.
if [ $? = 1 ] && [ "${2%.history}" = "$2" ]; then rm restored-from-repository; fi
exit 1
