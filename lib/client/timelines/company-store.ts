/**
 * What this document knows of companies: what was bought of their timelines, what the rest would cost, and what is being
 * asked. Nothing is asked but by the functions below, and nothing is bought without the permit of a press of a button.
 */
import {
  ALL_KINDS,
  appendPart,
  type CompanyInitial,
  type IncludeName,
  type TimelinePart,
} from "@/lib/api/timeline-part";
import type { CompanyQuote } from "@/lib/contract/account-quote";
import { BATCH } from "@/lib/contract/timeline";
import { consumePermit } from "../../spending/permits";
import { type RequestError, RequestFailure } from "../send-request";
import { fetchQuotes } from "./fetch-quote";
import { fetchBatch, fetchTimeline } from "./fetch-timeline";
import { type CompanyReference, oneTimeline, permitKey, severalTimelines, type TimelineRequest } from "./request";
import { readSavedPart, saveCompany } from "./save-company";

export interface CompanyState {
  readonly parts: readonly TimelinePart[];
  readonly quote: CompanyQuote | undefined;
  /** It is being bought. */
  readonly loading: boolean;
  /** Of the last request. */
  readonly error: RequestError | undefined;
  /** `missing`: the host knows no such company. `skipped`: the credits did not reach it. */
  readonly outcome: "missing" | "skipped" | undefined;
}

const NOTHING: CompanyState = { parts: [], quote: undefined, loading: false, error: undefined, outcome: undefined };

export type CompanyStates = ReadonlyMap<string, CompanyState>;

let states: CompanyStates = new Map();
const quoting = new Set<string>();
const loaded = new Set<string>();
const listeners = new Set<() => void>();

export function subscribeCompanies(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Another map after every change. */
export function companyStates(): CompanyStates {
  return states;
}

export function stateIn(all: CompanyStates, id: string): CompanyState {
  return all.get(id) ?? NOTHING;
}

/** What the server knew when it rendered. */
export function initialStates(initial: readonly CompanyInitial[]): CompanyStates {
  return new Map(initial.map((company) => [company.id, seeded(NOTHING, company)]));
}

/** Seeds what the server knew, unless more is known here. Called while rendering: listeners are not notified. */
export function seedCompanies(initial: readonly CompanyInitial[]): void {
  states = new Map([...states, ...initial.map((it) => [it.id, seeded(stateIn(states, it.id), it)] as const)]);
}

function seeded(state: CompanyState, { parts, quote }: CompanyInitial): CompanyState {
  return { ...state, parts: parts.reduce(appendPart, state.parts), quote: quote ?? state.quote };
}

function addPart(id: string, part: TimelinePart): void {
  change([id], (state) => ({ parts: appendPart(state.parts, part), outcome: undefined }));
}

/** What was bought is also saved in this browser. */
function addBought(id: string, part: TimelinePart): void {
  addPart(id, part);
  void saveCompany(id, stateIn(states, id).parts);
}

/** Loads what is owned of unknown companies: from the server's cache, then from this browser. */
export async function loadCached(ids: readonly string[], fetchFromServer: boolean): Promise<void> {
  const load = async (id: string) => {
    const request = oneTimeline({ by: "id", value: id }, ALL_KINDS);
    const cached = fetchFromServer ? await fetchTimeline(request, "held").catch(() => null) : null;
    const part = cached ?? (await readSavedPart(id));
    if (part !== undefined) addPart(id, part);
  };
  const key = (id: string) => `${fetchFromServer} ${id}`;
  const unknown = ids.filter((id) => stateIn(states, id).parts.length === 0 && !loaded.has(key(id)));
  for (const id of unknown) loaded.add(key(id));
  await Promise.all(unknown.map(load));
}

/** Fetches the missing prices, which is free; as many at once as a batch allows. */
export async function loadQuotes(ids: readonly string[]): Promise<void> {
  const all = ids.filter((id) => stateIn(states, id).quote === undefined && !quoting.has(id));
  for (let from = 0; from < all.length; from += BATCH.max) await loadSome(all.slice(from, from + BATCH.max));
}

async function loadSome(ids: readonly string[]): Promise<void> {
  const unknown = ids.filter((id) => !quoting.has(id));
  if (unknown.length === 0) return;
  for (const id of unknown) quoting.add(id);
  const quoted = await fetchQuotes(unknown);
  for (const id of unknown) quoting.delete(id);
  if (!quoted.ok) return;
  change(unknown, (_, id) => ({ quote: quoted.value[unknown.indexOf(id)] }));
}

/** Buys kinds of event of one company; `refresh`: also when the server has them cached. Called by a button that permitted it. */
export async function buyTimeline(id: string, kinds: readonly IncludeName[], intent: "buy" | "refresh"): Promise<void> {
  await run([id], async () => {
    const request = oneTimeline({ by: "id", value: id }, kinds);
    const part = await fetchTimeline(request, permitted(request) ? intent : "held");
    if (part !== null) addBought(id, part);
  });
}

/**
 * Buys the timelines of several companies in one request, in this order. Always asked afresh: an answer that is held
 * may be one in which the credits did not reach them.
 */
export async function buyTimelines(ids: readonly string[], kinds: readonly IncludeName[]): Promise<void> {
  await run(ids, async () => {
    const request = severalTimelines(ids, kinds);
    if (!permitted(request)) return;
    const outcomes = await fetchBatch(request, "refresh");
    outcomes.forEach(({ status, part }, index) => {
      const id = ids[index];
      if (id === undefined) return;
      if (part !== undefined) addBought(id, part);
      else change([id], () => ({ outcome: status === "not_found" ? "missing" : "skipped" }));
    });
  });
}

/** Buys the timeline of a company whose id is not known yet, and returns the id. Throws `RequestFailure`. */
export async function buyByName(
  reference: CompanyReference,
  kinds: readonly IncludeName[],
): Promise<string | undefined> {
  const request = oneTimeline(reference, kinds);
  const part = await fetchTimeline(request, permitted(request) ? "buy" : "held");
  const id = part?.timeline.company?.id?.toLowerCase();
  if (part === null || id === undefined) return undefined;
  addBought(id, part);
  return id;
}

function permitted(request: TimelineRequest): boolean {
  return consumePermit(permitKey(request));
}

/** Companies that are loading are not requested twice. Failures are in the states. */
async function run(ids: readonly string[], task: () => Promise<void>): Promise<void> {
  if (ids.some((id) => stateIn(states, id).loading)) return;
  change(ids, () => ({ loading: true, error: undefined }));
  try {
    await task();
    change(ids, () => ({ loading: false }));
  } catch (error) {
    const details = errorOf(error);
    const missing = details.status === 404 && details.charged === "no";
    change(ids, () => ({ loading: false, ...(missing ? { outcome: "missing" } : { error: details }) }));
  }
}

function change(ids: readonly string[], next: (state: CompanyState, id: string) => Partial<CompanyState>): void {
  const changed = new Map(states);
  for (const id of ids) {
    const state = stateIn(states, id);
    changed.set(id, { ...state, ...next(state, id) });
  }
  states = changed;
  for (const listener of listeners) listener();
}

function errorOf(error: unknown): RequestError {
  if (error instanceof RequestFailure) return error.details;
  const message = error instanceof Error ? error.message : String(error);
  return { status: 0, code: "UNEXPECTED", message, charged: "unknown" };
}
