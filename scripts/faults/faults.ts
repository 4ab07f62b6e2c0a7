/** Defines the kinds of fault. */
import { setTimeout as delay } from "node:timers/promises";
import { Chance } from "@/service/ingest/demo/random";
import type { Database } from "./database";
import { becomesUnready } from "./health";
import type { ProgramName, Programs } from "./programs";
import type { Interference, PostgresProxy } from "./proxy";
import type { SmallDisk } from "./small-disk";

export interface FaultContext {
  readonly programs: Programs;
  readonly database: Database;
  /** The proxy is between the service and its database; undefined where the service runs the embedded one itself. */
  readonly proxy: PostgresProxy | undefined;
  /** The disk holds the database; undefined where none could be mounted. */
  readonly disk: SmallDisk | undefined;
}

export type Victim = ProgramName | "launcher" | "postmaster";

export interface Fault {
  readonly name: string;
  /** The database does not respond during the fault: requests are rejected in time, and each process is alive. */
  readonly silences?: true;
  /** The fault ends these processes, or may end them. */
  readonly ends?: readonly Victim[];
  readonly mayEnd?: readonly Victim[];
  /** Explains why it cannot be made here, in words that follow its name; undefined when it can. */
  unavailableReason?(context: FaultContext): string | undefined;
  /** Runs the fault and returns when it is over. */
  run(context: FaultContext, course: Course): Promise<void>;
}

/** The random part is drawn before anything runs, so that the same seed gives the same faults. */
export interface Course {
  /** Sets how long it lasts, from 0 (shortest of its kind) to 1 (longest). */
  readonly share: number;
  readonly chance: Chance;
}

export interface Scheduled extends Course {
  readonly fault: Fault;
}

/** Requests that are sent at its beginning are rejected before its end (ms). */
const SILENCE_MS = { least: 6_000, most: 9_000 };
const USUAL_MS = { least: 1_200, most: 4_000 };
/** A full disk is in the verdict of `/readyz` within this time (ms). */
const NOTICED_MS = 3_000;
const CUT_SHARE = 0.3;
/** A kill waits up to this long, so that it hits the load at any moment (ms). */
const MOMENT_MS = 400;

const between = ({ least, most }: { readonly least: number; readonly most: number }, share: number) =>
  least + (most - least) * share;
const usual = (share: number) => between(USUAL_MS, share);
const silence = (share: number) => between(SILENCE_MS, share);

/** These need a proxy before the test's own PostgreSQL. */
export const NETWORK_FAULTS: readonly Fault[] = [
  interfering("network is slow", usual, (chance) => ({ kind: "delay", ms: chance.between(20, 250) })),
  interfering("cut before commit", usual, (chance) => ({
    kind: "cut",
    when: "before commit",
    cuts: () => chance.happens(CUT_SHARE),
  })),
  interfering("cut after commit", usual, (chance) => ({
    kind: "cut",
    when: "after commit",
    cuts: () => chance.happens(CUT_SHARE),
  })),
  {
    name: "cut after commit, then unreachable",
    run: async ({ proxy }, { share }) => {
      if (proxy === undefined) return;
      const before = proxy.cuts;
      proxy.interfere({ kind: "cut", when: "after commit", cuts: () => true });
      while (proxy.cuts === before) await delay(1);
      proxy.interfere({ kind: "refuse" });
      proxy.cutAll();
      await delay(usual(share));
      proxy.pass();
    },
  },
  { ...interfering("network is silent", silence, () => ({ kind: "silent" })), silences: true },
  { ...interfering("responses are lost", silence, () => ({ kind: "deaf" })), silences: true },
];

export const DATABASE_FAULTS: readonly Fault[] = [
  { name: "PostgreSQL restarts", ends: ["postmaster"], run: async ({ database }) => database.end("SIGINT") },
  { name: "PostgreSQL stops immediately", ends: ["postmaster"], run: async ({ database }) => database.end("SIGQUIT") },
  { name: "PostgreSQL freezes", silences: true, run: ({ database }, { share }) => database.freeze(silence(share)) },
  { name: "no connection is left", run: ({ database }, { share }) => database.takeConnections(usual(share)) },
  { name: "connections are ended", run: ({ database }, { share }) => database.endConnections(usual(share)) },
  {
    name: "disk is full",
    // PostgreSQL may give up when it cannot write its log; it is started again.
    mayEnd: ["postmaster"],
    unavailableReason: ({ disk }) => (disk === undefined ? "this user may not mount a file system to fill" : undefined),
    run: async ({ disk, programs }, { share }) => {
      const filling = disk?.fill(Math.max(usual(share), NOTICED_MS));
      const noticed = becomesUnready(programs.service, NOTICED_MS);
      await filling;
      if (!(await noticed)) throw new Error("/readyz said 200 while it lasted");
    },
  },
];

export const KILLS: readonly Fault[] = [
  { name: "kill a backend", run: ({ database }, { chance }) => database.crashBackend((pids) => chance.pick(pids)) },
  killing("postmaster", async ({ database }) => database.end("SIGKILL")),
  killing("service", async ({ programs }) => killProgram(programs, "service")),
  killing("dashboard", async ({ programs }) => killProgram(programs, "dashboard")),
  {
    name: "kill the launcher",
    ends: ["launcher", "service", "dashboard"],
    // The service got a stop signal, and the embedded PostgreSQL ends with it.
    mayEnd: ["postmaster"],
    run: async ({ programs }, { chance }) => {
      await delay(chance.next() * MOMENT_MS);
      await programs.stop("SIGKILL");
      // systemd would do the same; the start counts as part of the outage.
      programs.start().catch(() => undefined);
    },
  },
];

function interfering(
  name: string,
  lasts: (share: number) => number,
  interference: (chance: Chance) => Interference,
): Fault {
  return {
    name,
    run: async ({ proxy }, { share, chance }) => {
      proxy?.interfere(interference(chance));
      await delay(lasts(share));
      proxy?.pass();
    },
  };
}

function killing(victim: Victim, kill: (context: FaultContext) => Promise<void>): Fault {
  return {
    name: `kill the ${victim}`,
    ends: [victim],
    run: async (context, { chance }) => {
      await delay(chance.next() * MOMENT_MS);
      await kill(context);
    },
  };
}

function killProgram(programs: Programs, name: ProgramName): void {
  const pid = programs.getPid(name);
  if (pid === undefined) throw new Error(`the ${name} does not run`);
  process.kill(pid, "SIGKILL");
}

/** Draws this many, each kind as often as the others, in random order. */
export function draw<Kind>(kinds: readonly Kind[], count: number, chance: Chance): Kind[] {
  const drawn: Kind[] = [];
  while (drawn.length < count) {
    const deck = [...kinds];
    while (deck.length > 0) drawn.push(...deck.splice(chance.between(0, deck.length - 1), 1));
  }
  return drawn.slice(0, count);
}

/**
 * Schedules this many faults.
 * @param longest share of the usual duration of their kinds; with 0 each is as short as possible
 */
export function schedule(kinds: readonly Fault[], count: number, longest: number, chance: Chance): Scheduled[] {
  return draw(kinds, count, chance).map((fault) => ({
    ...{ fault, share: longest * chance.next(), chance: new Chance(chance.between(1, 2 ** 30)) },
  }));
}
