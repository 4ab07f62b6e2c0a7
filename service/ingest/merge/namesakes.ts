/**
 * Decides again which of several companies with one name is meant by events whose sources state nothing but the name. Before the
 * second company was known, such a name meant the first one, and the result would depend on which of them came first.
 */
import { companyRecord, unresolvedCompanyRecord } from "@/service/records/company";
import { queryByIndexes } from "../index-scans";
import { lookupKeys, nameKey } from "../resolve/names/company-name";
import { contradicts, haveUnlike, matchCompany } from "../resolve/same-company";
import type { CompanyStatement, Statement } from "../statement";
import { EVENT_KINDS, type EventKind } from "../withdraw/event-kinds";
import { noteChanged } from "../withdraw/remove";
import { storedCompany } from "../write/entities/company-facts";
import { hasNameOnly } from "../write/entities/company-keys";
import { loadSharedHosts } from "../write/entities/shared-hosts";
import { STORED_EVENT } from "../write/events/stored-event";
import { distinct, pushTo } from "../write/keys";
import type { Run } from "../write/update";
import { mergeAlike } from "./same-events";
import { type BatchRows, listStatedCompanies, loadStatements, SIDES_OF, type Side } from "./stated";

/** A name that more companies have tells nothing, and is left as it is. */
const MOST_NAMESAKES = 20;
/** The newest events of the companies are decided again, for each name at most so many of each kind. */
const MOST_EVENTS = 500;

/** So many names are decided together, which bounds the events in memory. */
const PORTION = 40;

type Known = ReturnType<typeof storedCompany>;

/** The companies of one name, of which two cannot be one. */
interface Group {
  readonly key: string;
  readonly companies: readonly Known[];
}

/** Returns whether it merged events. */
export async function settleNamesakes(run: Run, groups: readonly Group[], rows: BatchRows): Promise<boolean> {
  const open = await withoutDecided(run, groups);
  let hasMerged = false;
  for (let from = 0; from < open.length; from += PORTION)
    for (const events of EVENT_KINDS)
      hasMerged = (await settleGroupEvents(run, open.slice(from, from + PORTION), events, rows)) || hasMerged;
  return hasMerged;
}

/** @param ids the companies that the batch added or changed */
export async function loadNamesakes(run: Run, ids: readonly string[]): Promise<Group[]> {
  if (ids.length === 0) return [];
  const found = await queryByIndexes<{ key: string; id: string; record: string }>(
    run.client,
    `select wanted.name_key as key, named.id, named.record
     from (select distinct a.name_key from companies a
         cross join lateral (select from companies b where b.name_key = a.name_key and b.id <> a.id and not b.demo limit 1) other
         where a.id = any($1::uuid[]) and not a.demo and a.name_key <> '') wanted
       cross join lateral (select id, record from companies c where c.name_key = wanted.name_key and not c.demo
         order by id limit ${MOST_NAMESAKES + 1}) named
     order by 1, 2`,
    [ids],
  );
  const groups = new Map<string, Known[]>([]);
  for (const { key, id, record } of found) groups.set(key, [...(groups.get(key) ?? []), storedCompany(id, record)]);
  return [...groups]
    .map(([key, companies]) => ({ key, companies }))
    .filter(({ companies }) => companies.length <= MOST_NAMESAKES && haveUnlike(companies));
}

interface GroupEvent {
  readonly id: string;
  readonly record: string;
}

async function settleGroupEvents(
  run: Run,
  groups: readonly Group[],
  events: EventKind,
  rows: BatchRows,
): Promise<boolean> {
  const { client, importId } = run;
  const stored = await loadGroupEvents(run, groups, events);
  const ids = [...new Set(stored.flatMap((some) => some.map(({ id }) => id)))];
  if (ids.length === 0) return false;
  const statements = await loadStatements(run, ids, rows);
  const named = [...statements.values()].flatMap((some) => companiesIn(some, events));
  const hosts = await loadSharedHosts(client, distinct(named.map(({ domain }) => domain)));
  const before = new Map(stored.flat().map(({ id, record }) => [id, record] as const));
  const texts = new Map(before);
  const pairs = groups.flatMap((group, index) => {
    const own = (stored[index] ?? []).map(({ id }) => id);
    const open = new Set<string>([]);
    for (const id of own) {
      const decided = decide(group, events, texts.get(id) ?? "", statements.get(id) ?? [], hosts);
      if (decided.isOpen) open.add(id);
      texts.set(id, decided.record);
    }
    return own.flatMap((oneId, place) =>
      own.slice(place + 1).flatMap((otherId) => {
        if (!open.has(oneId) && !open.has(otherId)) return [];
        const [one, other] = [texts.get(oneId) ?? "", texts.get(otherId) ?? ""];
        const rule = events.same(one, other);
        return rule === null ? [] : [{ oneId, otherId, one, other, rule }];
      }),
    );
  });
  const changed = [...before].filter(([id, record]) => texts.get(id) !== record);
  if (changed.length > 0) {
    await noteChanged(
      client,
      importId,
      events,
      changed.map(([id, record]) => ({ id, record })),
    );
    await events.rewrite(
      client,
      changed.map(([id]) => texts.get(id) ?? ""),
    );
  }
  return pairs.length > 0 && (await mergeAlike(run, events, pairs)).size > 0;
}

/** Leaves out those of which a person decided what a source means by the name; that stays. */
async function withoutDecided({ client }: Run, groups: readonly Group[]): Promise<readonly Group[]> {
  if (groups.length === 0) return groups;
  const { rows } = await client.query<{ id: string }>(
    "select record_id as id from judgements where kind = 'company' and verdict = 'different' and record_id = any($1::uuid[])",
    [listIds(groups)],
  );
  const decided = new Set(rows.map(({ id }) => id));
  return groups.filter(({ companies }) => !companies.some(({ id }) => decided.has(id)));
}

function listIds(groups: readonly Group[]): string[] {
  return groups.flatMap(({ companies }) => companies.map(({ id }) => id));
}

function companiesIn(statements: readonly Statement[], { kind }: EventKind): CompanyStatement[] {
  return SIDES_OF[kind].flatMap((side) => listStatedCompanies(statements, side));
}

/** Puts into the event the company that its sources mean by the name, or the bare name where they may mean several. */
function decide(
  group: Group,
  { kind }: EventKind,
  record: string,
  statements: readonly Statement[],
  hosts: ReadonlySet<string>,
): { readonly record: string; readonly isOpen: boolean } {
  const result = { record, isOpen: false };
  for (const side of SIDES_OF[kind]) {
    const stated = listStatedCompanies(statements, side).map((one) =>
      one.domain !== null && hosts.has(one.domain) ? { ...one, domain: null } : one,
    );
    const event = JSON.parse(result.record) as Record<
      Side,
      { readonly id: string | null; readonly name: string | null }
    >;
    const { id, name } = event[side];
    const isOfGroup = id === null ? nameKey(name ?? "") === group.key : group.companies.some((one) => one.id === id);
    if (!isOfGroup || stated.length === 0 || !stated.every((one) => meansGroup(one, group))) continue;
    const meant = meantBy(group, stated);
    if (meant === undefined) result.isOpen = true;
    if ((meant?.id ?? null) === id) continue;
    // No company buys itself.
    if (meant !== undefined && SIDES_OF[kind].some((other) => event[other].id === meant.id)) continue;
    const party = meant === undefined ? unresolvedCompanyRecord(joined(stated)) : companyRecord(meant);
    result.record = JSON.stringify({ ...event, [side]: party });
  }
  return result;
}

function meansGroup(stated: CompanyStatement, { key }: Group): boolean {
  return hasNameOnly(stated) && lookupKeys(stated.name ?? "").includes(key);
}

/** Returns the one company that the facts beside the name speak for most; undefined when there is none, or are several. */
function meantBy({ companies }: Group, stated: readonly CompanyStatement[]): Known | undefined {
  const matches = companies.flatMap((company) => {
    const found = stated.map((one) =>
      contradicts(company, one) ? "another" : (matchCompany(company, one)?.strength ?? null),
    );
    const strengths = found.filter((one) => typeof one === "number");
    return found.includes("another") || strengths.length === 0 ? [] : [{ company, strength: Math.max(...strengths) }];
  });
  const strongest = Math.max(...matches.map(({ strength }) => strength));
  const best = matches.filter(({ strength }) => strength === strongest);
  return best.length === 1 ? best[0]?.company : undefined;
}

function joined(stated: readonly CompanyStatement[]) {
  const fact = <F extends "hqCity" | "foundedYear" | "socialHandle" | "socialUrl">(name: F) =>
    stated.find((one) => one[name] !== null)?.[name] ?? null;
  return {
    name: stated[0]?.name ?? "",
    hqCity: fact("hqCity"),
    foundedYear: fact("foundedYear"),
    socialHandle: fact("socialHandle"),
    socialUrl: fact("socialUrl"),
  };
}

/**
 * Returns, for each group, the events that name one of its companies, or only the name. Joined otherwise, PostgreSQL may read all
 * events in the order of their dates.
 */
async function loadGroupEvents(
  { client }: Run,
  groups: readonly Group[],
  { kind, table, naming }: EventKind,
): Promise<readonly (readonly GroupEvent[])[]> {
  const column = kind === "acquisition" ? "target_id" : "company_id";
  const rows = await queryByIndexes<GroupEvent & Record<string, unknown>>(
    client,
    `select t.id, ${STORED_EVENT} as record from (
       select e.* from (${naming}) named cross join lateral (select * from ${table} where id = named.id offset 0) e
       where not e.demo order by announced_at desc limit ${MOST_EVENTS * groups.length}) t
     union select t.id, ${STORED_EVENT} from (
       select * from ${table} where ${column} is null and not demo order by announced_at desc limit ${MOST_EVENTS}) t
     order by 1`,
    [listIds(groups)],
  );
  const named = new Map<string, GroupEvent[]>([]);
  for (const event of rows) for (const name of namesIn(event, kind)) pushTo(named, name, event);
  return groups.map(({ key, companies }) => {
    const found = [key, ...companies.map(({ id }) => id)].flatMap((name) => named.get(name) ?? []);
    return [...new Set(found)].sort((one, other) => (one.id < other.id ? -1 : 1));
  });
}

/** Returns the ids of the companies of an event, and the letters of the name of one that is open. */
function namesIn({ record }: GroupEvent, kind: EventKind["kind"]): string[] {
  const parties = JSON.parse(record) as Record<Side, { readonly id: string | null; readonly name: string | null }>;
  return [...new Set(SIDES_OF[kind].map((side) => parties[side].id ?? nameKey(parties[side].name ?? "")))];
}
