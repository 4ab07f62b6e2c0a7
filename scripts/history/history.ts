/** Records what clients requested and received in a run, and writes it as JSON lines or as EDN in the form of Jepsen. */
import { writeFileSync } from "node:fs";
import { CHARGE_UNKNOWN } from "@dealflow/contract/errors";
import type { Account } from "../faults/accounts";
import type { Attempt } from "../faults/requests";

/** The request has an idempotency key, and its last response. */
export interface Keyed {
  readonly account: Account;
  /** An undefined response means that the request was abandoned without a final one. */
  readonly response: Attempt | undefined;
}

export interface History {
  readonly accounts: readonly Account[];
  /** Every request that was sent, in the order of their ends. */
  readonly attempts: readonly Attempt[];
  readonly keyed: readonly Keyed[];
  /** The history ends during these, with the responses that they got later. They may have been charged before. */
  readonly unfinished?: readonly Keyed[];
}

/** The entry took credits. */
export interface Entry {
  readonly workspaceId: string;
  readonly requestId: string;
  readonly credits: number;
  /** The entry counts towards the budget of this month in UTC, such as 2026-11. */
  readonly month: string;
}

/** A fault lasted from one instant to the other (ms of the process). */
export interface FaultSpan {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** A run leaves its history, faults and ledger; the entries of each workspace are in their sequence. */
export interface RunRecord {
  readonly history: History;
  readonly entries: readonly Entry[];
  readonly faults: readonly FaultSpan[];
}

/** Appends a request to the ledger of a workspace, or reads all of it. */
type MicroOperation =
  | readonly ["append", workspaceId: string, requestId: string]
  | readonly ["r", workspaceId: string, requestIds: readonly string[] | null];

export interface HistoryEvent {
  readonly index: number;
  readonly type: "invoke" | "ok" | "fail" | "info";
  readonly f: "purchase" | "read" | "start-fault" | "end-fault";
  /** A process has one request at a time, and ends with one of unknown outcome. */
  readonly process: number | "nemesis";
  /** The time is in ns since the first event. */
  readonly time: number;
  readonly value: readonly MicroOperation[] | string;
  /** Only the completion of a request has its details. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Tells whether the client got no response, or one of unknown outcome. */
export function isUnknown({ status, code }: Attempt): boolean {
  return status === null || status === 0 || code === CHARGE_UNKNOWN;
}

export function getOutcome(attempt: Attempt): "ok" | "fail" | "info" {
  if (attempt.status === 200) return "ok";
  return isUnknown(attempt) ? "info" : "fail";
}

interface Moment {
  readonly at: number;
  readonly type: HistoryEvent["type"];
  readonly f: HistoryEvent["f"];
  readonly value: HistoryEvent["value"];
  /** It is undefined for a fault. */
  readonly attempt: Attempt | undefined;
}

/**
 * Orders invocations, completions and faults by their instants, and ends with a read of every ledger. An instant of several
 * begins with the invocations, which makes their requests concurrent.
 */
export function listEvents(runs: readonly RunRecord[]): HistoryEvent[] {
  const attempts = runs.flatMap(({ history }) => history.attempts);
  const moments: Moment[] = [
    ...attempts.flatMap((attempt, number) => {
      const { f, startedAt, endedAt } = attempt;
      const shared = { f, attempt, value: listAppends(attempt, number) };
      return [
        { ...shared, at: startedAt, type: "invoke" as const },
        { ...shared, at: endedAt, type: getOutcome(attempt) },
      ];
    }),
    ...runs
      .flatMap(({ faults }) => faults)
      .flatMap(({ name, from, to }) => [
        { at: from, type: "info" as const, f: "start-fault" as const, value: name, attempt: undefined },
        { at: to, type: "info" as const, f: "end-fault" as const, value: name, attempt: undefined },
      ]),
  ].sort((a, b) => a.at - b.at || Number(b.type === "invoke") - Number(a.type === "invoke"));
  const startedAt = moments[0]?.at ?? 0;
  const processes = new Processes();
  const events = moments.map(({ at, type, f, value, attempt }, index): HistoryEvent => {
    const time = Math.round((at - startedAt) * 1e6);
    if (attempt === undefined) return { index, type, f, process: "nemesis", time, value };
    const process = type === "invoke" ? processes.start(attempt) : processes.end(attempt, type);
    return { index, type, f, process, time, value, ...(type === "invoke" ? {} : { details: listDetails(attempt) }) };
  });
  const entries = runs.flatMap((run) => run.entries);
  return [...events, ...readLedgers(attempts, entries, events.length, events.at(-1)?.time ?? 0, processes)];
}

/**
 * A request appends its id to the ledger of its workspace. One that charged nothing, such as a replay, appends nothing. A client
 * that got no response does not know the id, so it appends another one, which no read has.
 */
function listAppends(attempt: Attempt, number: number): readonly MicroOperation[] {
  const { f, status, balance, requestId, account } = attempt;
  if (f === "read" || (status === 200 && balance === undefined)) return [];
  return [["append", account.workspaceId, requestId ?? `unknown-${number}`]];
}

/** Reads each ledger after everything else, without the charges of requests whose ids no client knows. */
function readLedgers(
  attempts: readonly Attempt[],
  entries: readonly Entry[],
  index: number,
  time: number,
  processes: Processes,
): HistoryEvent[] {
  const known = new Set(attempts.map(({ requestId }) => requestId));
  const workspaces = [...new Set(attempts.map(({ account }) => account.workspaceId))];
  const process = processes.next();
  return workspaces.flatMap((workspaceId, position) => {
    const ids = entries
      .filter((entry) => entry.workspaceId === workspaceId && known.has(entry.requestId))
      .map(({ requestId }) => requestId);
    const read = (type: "invoke" | "ok", value: readonly string[] | null, offset: number): HistoryEvent => ({
      ...{ index: index + 2 * position + offset, type, f: "read", process },
      ...{ time: time + 2 * position + offset + 1, value: [["r", workspaceId, value]] },
    });
    return [read("invoke", null, 0), read("ok", ids, 1)];
  });
}

/** Gives requests to processes, of which each has one at a time. */
class Processes {
  readonly #free: number[] = [];
  readonly #running = new Map<Attempt, number>();
  #count = 0;

  next(): number {
    return this.#free.pop() ?? this.#count++;
  }

  start(attempt: Attempt): number {
    const process = this.next();
    this.#running.set(attempt, process);
    return process;
  }

  end(attempt: Attempt, type: HistoryEvent["type"]): number {
    const process = this.#running.get(attempt);
    if (process === undefined) throw new Error("a request ended before it was sent");
    this.#running.delete(attempt);
    if (type !== "info") this.#free.push(process);
    return process;
  }
}

function listDetails({ account, startedAt: _, endedAt: __, f: ___, ...attempt }: Attempt) {
  return { account: account.name, through: account.through, ...attempt };
}

/** Writes each of the two files that is named. */
export function writeHistory(
  runs: readonly RunRecord[],
  { log, edn }: { readonly log: string | undefined; readonly edn: string | undefined },
): void {
  const events = log === undefined && edn === undefined ? [] : listEvents(runs);
  if (log !== undefined) writeFileSync(log, formatJsonLines(events));
  if (edn !== undefined) writeFileSync(edn, formatEdn(events));
}

export function formatJsonLines(events: readonly HistoryEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join("");
}

/** Writes maps of Jepsen, which Elle checks as lists to which transactions append. */
export function formatEdn(events: readonly HistoryEvent[]): string {
  return events
    .map(({ index, type, f, process, time, value }) => {
      const name = typeof process === "number" ? process : `:${process}`;
      return `{:index ${index}, :type :${type}, :process ${name}, :f :${f}, :time ${time}, :value ${formatValue(value)}}\n`;
    })
    .join("");
}

function formatValue(value: HistoryEvent["value"]): string {
  if (typeof value === "string") return JSON.stringify(value);
  const operations = value.map(([name, key, item]) => `[:${name} ${JSON.stringify(key)} ${formatItem(item)}]`);
  return `[${operations.join(" ")}]`;
}

function formatItem(item: string | readonly string[] | null): string {
  if (item === null) return "nil";
  return typeof item === "string" ? JSON.stringify(item) : `[${item.map((id) => JSON.stringify(id)).join(" ")}]`;
}
