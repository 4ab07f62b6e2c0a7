/** Finds the programs of a cluster, and the user that runs PostgreSQL. Each throws one sentence that names what is missing. */
import { execFileSync } from "node:child_process";
import { userInfo } from "node:os";
import { dirname } from "node:path";
import {
  ETCD,
  ensurePrograms,
  HAPROXY,
  PATRONI,
  PGBACKREST,
  PGBOUNCER,
  POSTGRES,
} from "../test-runner/system-programs.mjs";

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

export type ClusterPrograms = ReturnType<typeof findClusterPrograms>;

export function findClusterPrograms() {
  const [patroni, etcd, haproxy, pgbouncer] = ensurePrograms(PATRONI, ETCD, HAPROXY, PGBOUNCER, PGBACKREST, POSTGRES);
  return { patroni, etcd, haproxy, pgbouncer, ...findRecoveryPrograms() };
}

/** Finds PostgreSQL and pgBackRest. */
export function findRecoveryPrograms() {
  const [pgbackrest, postgres] = ensurePrograms(PGBACKREST, POSTGRES);
  const isRoot = process.getuid?.() === 0;
  const user: SystemUser | undefined = isRoot ? { uid: readId("-u"), gid: readId("-g") } : undefined;
  return {
    pgbackrest,
    /** PostgreSQL's programs are in this folder. */
    postgresBin: dirname(postgres),
    /** PostgreSQL and PgBouncer refuse to run as root, so they run as this user; undefined where nobody is root. */
    user,
    userName: isRoot ? "postgres" : userInfo().username,
  };
}

function readId(flag: "-u" | "-g"): number {
  return Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
}
