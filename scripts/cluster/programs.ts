/** Finds the programs of a cluster, and installs Debian's packages of them where root may. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { installPackages } from "../test-runner/system-packages.mjs";

const PACKAGES = ["patroni", "etcd-server", "haproxy", "pgbouncer", "postgresql", "pgbackrest"] as const;
/** Debian starts these with their packages. */
const SERVICES = ["patroni", "etcd", "haproxy", "pgbouncer", "postgresql"] as const;
const NAMES = ["patroni", "etcd", "haproxy", "pgbouncer", "pgbackrest"] as const;
type Name = (typeof NAMES)[number];

export type ClusterPrograms = Programs<Name>;

export type Programs<N extends string> = Readonly<Record<N, string>> & PostgresPrograms;

interface PostgresPrograms {
  /** The folder of PostgreSQL's programs. */
  readonly postgresBin: string;
  /** PostgreSQL and PgBouncer refuse to run as root, so they run as this user; undefined where nobody is root. */
  readonly user: SystemUser | undefined;
  /** The name of the user that runs PostgreSQL. */
  readonly userName: string;
}

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** Throws one sentence that names what is missing. */
export function findClusterPrograms(): ClusterPrograms {
  return findPrograms(NAMES, PACKAGES, SERVICES);
}

/** Finds PostgreSQL and pgBackRest. Throws one sentence that names what is missing. */
export function findRecoveryPrograms(): Programs<"pgbackrest"> {
  return findPrograms(["pgbackrest"], ["postgresql", "pgbackrest"], ["postgresql"]);
}

function findPrograms<N extends Name>(
  names: readonly N[],
  packages: readonly string[],
  services: readonly string[],
): Programs<N> {
  const listMissing = () => names.filter((name) => find(name) === undefined);
  if (listMissing().length > 0 || findPostgresBin() === undefined) installPackages(packages, services);
  const missing = listMissing();
  const postgresBin = findPostgresBin();
  if (missing.length > 0 || postgresBin === undefined)
    throw new Error(
      `Debian's packages ${packages.join(", ")} are needed; not found: ${[...missing, ...(postgresBin === undefined ? ["postgres"] : [])].join(", ")}.`,
    );
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: readId("-u"), gid: readId("-g") } : undefined;
  const found = Object.fromEntries(names.map((name) => [name, find(name) ?? ""])) as Record<N, string>;
  return { ...found, postgresBin, user, userName: isRoot ? "postgres" : userInfo().username };
}

function find(name: string): string | undefined {
  return [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}

/** Returns those of the newest version. */
function findPostgresBin(): string | undefined {
  const versions = "/usr/lib/postgresql";
  if (!existsSync(versions)) return undefined;
  return readdirSync(versions)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, "bin"))
    .find((folder) => existsSync(join(folder, "postgres")));
}

function readId(flag: "-u" | "-g"): number {
  return Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
}
