/**
 * Decides again which of several companies with one name is meant by events whose sources state nothing but the name. Before the
 * second company was known, such a name meant the first one, and the result would depend on which of them came first.
 */
import { companyRecord, unresolvedCompanyRecord } from "@/service/records/company";
import { queryByIndexes } from "../index-scans";
import { lookupKeys, nameKey } from "../resolve/names/company-name";
import { contradicts, findStrongest, haveUnlike, matchCompany } from "../resolve/same-company";
import { listCompanies } from "../statement";
import { EVENT_KINDS, type EventKind } from "../withdraw/event-kinds";
import { noteChanged } from "../withdraw/remove";
import { storedCompany } from "../write/entities/company-facts";
import { hasNameOnly } from "../write/entities/company-keys";
import { loadSharedHosts } from "../write/entities/shared-hosts";
import { SIDES } from "../write/events/candidates";
import { STORED_EVENT } from "../write/events/stored-event";
import { importById, PARTS } from "../write/import-records";
import { distinct, inForce, pushTo, readId } from "../write/keys";
import type { StoredRecord } from "../write/stored-records";
import type { Run } from "../write/update";
import { moveKeys } from "./moved-keys";
import { mergeAlike } from "./same-events";
import {
  type BatchRows,
  listStatedCompanies,
  loadStatements,
  readSides,
  SIDES_OF,
  type SourcedStatement,
  type StatedCompany,
} from "./stated";
import { type SourceKey, StatedFacts } from "./stated-facts";

/** A name that more companies have tells nothing, and is left as it is. */
const MOST_NAMESAKES = 20;
/** The newest events of the companies are decided again, for each name at most so many of each kind. */
const MOST_EVENTS = 500;

/** So many names are decided together, which bounds the events in memory. */
const PORTION = 40;

/** The strengths of a match by no fact, and of the company of which only the event tells. */
const [UNLIKELY, OWN] = [-1, -2];

type Known = ReturnType<typeof storedCompany> & { readonly otherNames: readonly string[] };

/** The companies of one name, of which two cannot be one. */
export interface Namesakes {
  readonly key: string;
  readonly companies: readonly Known[];
}

/** Returns whether it merged events, and the ids of the companies whose facts it changed. */
export async function settleNamesakes(run: Run, groups: readonly Namesakes[], rows: BatchRows) {
  const open = await withoutDecided(run, groups);
  const changed: string[] = [];
  let hasMerged = false;
  for (let from = 0; from < open.length; from += PORTION) {
    const some = open.slice(from, from + PORTION);
    const kinds: KindEvents[] = [];
    for (const events of EVENT_KINDS) kinds.push(await loadGroupEvents(run, some, events, rows));
    const facts = await loadStatedFacts(run, some, kinds, rows);
    await moveKeys(run, some, facts);
    for (const kind of kinds) hasMerged = (await settleGroupEvents(run, some, kind, facts)) || hasMerged;
    changed.push(...(await facts.write(run)));
  }
  return { hasMerged, changed };
}

/** Selects the ids of companies by a name that their records or their sources state. */
const companiesNamed = (
  key: string,
) => `(select id from companies where name_key = ${key} and not demo limit ${MOST_NAMESAKES + 1})
  union (select company_id from company_names where name_key = ${key} limit ${MOST_NAMESAKES + 1})`;

/** @param ids the companies that the batch added or changed */
export async function loadNamesakes(run: Run, ids: readonly string[]): Promise<Namesakes[]> {
  if (ids.length === 0) return [];
  const found = await queryByIndexes<{ key: string; id: string; record: string; names: string[] }>(
    run.client,
    `with named as (
       select name_key, id from companies where id = any($1::uuid[]) and not demo and name_key <> ''
       union select name_key, company_id from company_names where company_id = any($1::uuid[]))
     select wanted.name_key as key, found.id, found.record,
       array(select name from company_names n where n.company_id = found.id order by n.name_key) as names
     from (select distinct named.name_key from named
         cross join lateral (select from (${companiesNamed("named.name_key")}) other where other.id <> named.id limit 1) other) wanted
       cross join lateral (select id, record from companies where id in (${companiesNamed("wanted.name_key")}) and not demo
         order by id limit ${MOST_NAMESAKES + 1}) found
     order by 1, 2`,
    [ids],
  );
  const groups = new Map<string, Known[]>([]);
  for (const { key, id, record, names: otherNames } of found)
    groups.set(key, [...(groups.get(key) ?? []), { ...storedCompany(id, record), otherNames }]);
  return [...groups]
    .map(([key, companies]) => ({ key, companies }))
    .filter(({ companies }) => companies.length <= MOST_NAMESAKES && haveUnlike(companies));
}

interface KindEvents {
  readonly events: EventKind;
  /** Has the events of each group. */
  readonly stored: readonly (readonly StoredRecord[])[];
  readonly statements: ReadonlyMap<string, readonly SourcedStatement[]>;
}

async function settleGroupEvents(
  run: Run,
  groups: readonly Namesakes[],
  { events, stored, statements }: KindEvents,
  facts: StatedFacts,
): Promise<boolean> {
  const { client } = run;
  const named = [...statements.values()].flatMap((some) => companiesIn(some, events));
  const hosts = await loadSharedHosts(client, distinct(named.map(({ domain }) => domain)));
  const before = new Map(stored.flat().map(({ id, record }) => [id, record] as const));
  const texts = new Map(before);
  const pairs = groups.flatMap((group, index) => {
    const own = (stored[index] ?? []).map(({ id }) => id);
    const compared = new Set<string>([]);
    for (const id of own) {
      const text = texts.get(id) ?? "";
      const decided = decide(group, events, text, statements.get(id) ?? [], hosts, facts);
      if (decided.isOpen || decided.record !== text) compared.add(id);
      texts.set(id, decided.record);
    }
    return own.flatMap((oneId, place) =>
      own.slice(place + 1).flatMap((otherId) => {
        if (!compared.has(oneId) && !compared.has(otherId)) return [];
        const [one, other] = [texts.get(oneId) ?? "", texts.get(otherId) ?? ""];
        const rule = events.same(one, other);
        return rule === null ? [] : [{ oneId, otherId, one, other, rule }];
      }),
    );
  });
  const changed = [...before].filter(([id, record]) => texts.get(id) !== record);
  if (changed.length > 0) {
    const records = changed.map(([id, record]) => ({ id, record }));
    await noteChanged(run, events.kind, records);
    const rewritten = changed.map(([id]) => texts.get(id) ?? "");
    await events.rewrite(client, rewritten);
  }
  return pairs.length > 0 && (await mergeAlike(run, events, pairs)).size > 0;
}

/** Selects those of the companies `$1` that a person kept apart from what a source states, or merged with others. */
const DECIDED = `${PARTS}
  select record_id as id from judgements where kind = 'company' and verdict = 'different' and record_id = any($1::uuid[])
  union all select part.id from part join merged_records m on m.id = part.part_id cross join ${importById("m.import_id")} i
    where i.kind = 'merge'`;

/** Leaves out those of which a person decided what a source means by the name; that stays. */
async function withoutDecided({ client }: Run, groups: readonly Namesakes[]): Promise<readonly Namesakes[]> {
  if (groups.length === 0) return groups;
  const { rows } = await client.query<{ id: string }>(DECIDED, [listIds(groups)]);
  const decided = new Set(rows.map(({ id }) => id));
  return groups.filter(({ companies }) => !companies.some(({ id }) => decided.has(id)));
}

function listIds(groups: readonly Namesakes[]): string[] {
  return groups.flatMap(({ companies }) => companies.map(({ id }) => id));
}

function companiesIn(statements: readonly SourcedStatement[], { kind }: EventKind): StatedCompany[] {
  return SIDES_OF[kind].flatMap((side) => listStatedCompanies(statements, side));
}

/** Puts into the event the company that its sources mean by the name, or the bare name where they may mean several. */
function decide(
  group: Namesakes,
  { kind }: EventKind,
  record: string,
  statements: readonly SourcedStatement[],
  hosts: ReadonlySet<string>,
  facts: StatedFacts,
): { readonly record: string; readonly isOpen: boolean } {
  const result = { record, isOpen: false };
  for (const [side, { id, name }] of readSides(record, kind)) {
    const stated = listStatedCompanies(statements, side).map((one) =>
      one.domain !== null && hosts.has(one.domain) ? { ...one, domain: null } : one,
    );
    const isOfGroup = id === null ? nameKey(name ?? "") === group.key : group.companies.some((one) => one.id === id);
    if (!isOfGroup || stated.length === 0) continue;
    const eventId = readId(record);
    const owner = facts.findOwner(stated);
    const identified = group.companies.find((one) => one.id === owner);
    if (identified === undefined && !stated.every((one) => meansGroup(one, group))) continue;
    const meant = identified ?? meantBy(group, stated, id, (company) => facts.without(company, eventId));
    if (meant === undefined) result.isOpen = true;
    if ((meant?.id ?? null) === id) continue;
    // No company buys itself.
    if (meant !== undefined && readSides(result.record, kind).some(([, other]) => other.id === meant.id)) continue;
    const party = meant === undefined ? unresolvedCompanyRecord(joined(stated)) : companyRecord(meant);
    result.record = JSON.stringify({ ...JSON.parse(result.record), [side]: party });
    const named = stated.filter(hasNameOnly);
    facts.move(eventId, id, meant?.id ?? null, named);
  }
  return result;
}

function meansGroup(stated: StatedCompany, { key }: Namesakes): boolean {
  return hasNameOnly(stated) && lookupKeys(stated.name ?? "").includes(key);
}

/** Returns the one company that the facts beside the name speak for most; undefined when there is none, or are several. */
function meantBy(
  { companies }: Namesakes,
  stated: readonly StatedCompany[],
  current: string | null,
  readFacts: (company: Known) => Known | null,
): Known | undefined {
  const matches = companies.flatMap((company) => {
    const known = readFacts(company);
    if (known === null) return company.id === current ? [{ company, strength: OWN }] : [];
    if (stated.some((one) => contradicts(known, one))) return [];
    return [{ company, strength: Math.max(...stated.map((one) => matchCompany(known, one)?.strength ?? UNLIKELY)) }];
  });
  const best = findStrongest(matches, ({ strength }) => strength);
  return best?.strength === UNLIKELY ? undefined : best?.company;
}

function joined(stated: readonly StatedCompany[]) {
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
 * Loads the events that name one of the companies of a group, or only the name. Joined otherwise, PostgreSQL may read all
 * events in the order of their dates.
 */
async function loadGroupEvents(
  run: Run,
  groups: readonly Namesakes[],
  events: EventKind,
  batchRows: BatchRows,
): Promise<KindEvents> {
  const { kind, table, naming } = events;
  const rows = await queryByIndexes<StoredRecord>(
    run.client,
    `select t.id, ${STORED_EVENT} as record from (
       select e.* from (${naming}) named cross join lateral (select * from ${table} where id = named.id offset 0) e
       where not e.demo order by announced_at desc limit ${MOST_EVENTS * groups.length}) t
     union select t.id, ${STORED_EVENT} from (
       select * from ${table} where ${SIDES[kind]} is null and not demo order by announced_at desc limit ${MOST_EVENTS}) t
     order by 1`,
    [listIds(groups)],
  );
  const named = new Map<string, StoredRecord[]>([]);
  for (const event of rows) for (const name of namesIn(event, kind)) pushTo(named, name, event);
  const stored = groups.map(({ key, companies }) => {
    const found = [key, ...companies.map(({ id }) => id)].flatMap((name) => named.get(name) ?? []);
    return [...new Set(found)].sort((one, other) => (one.id < other.id ? -1 : 1));
  });
  const ids = new Set(stored.flatMap((some) => some.map(({ id }) => id)));
  return { events, stored, statements: await loadStatements(run, [...ids], batchRows) };
}

/** Reads what rows about the companies, and those of their events, state of them. */
async function loadStatedFacts(
  run: Run,
  groups: readonly Namesakes[],
  kinds: readonly KindEvents[],
  rows: BatchRows,
): Promise<StatedFacts> {
  const facts = new StatedFacts(await loadKeys(run, listIds(groups)));
  const keys = new Map(groups.flatMap(({ key, companies }) => companies.map(({ id }) => [id, key] as const)));
  for (const [id, statements] of await loadStatements(run, listIds(groups), rows))
    for (const { source, statement: one } of statements) {
      // A register adds to what is known, and its key stays.
      if (one.kind === "company") facts.add(id, id, [{ ...one.company, source, ...(one.known && { key: null }) }]);
      const own = listCompanies(one).filter(({ name }) => lookupKeys(name ?? "").includes(keys.get(id) ?? ""));
      if (own.some((stated) => !hasNameOnly(stated))) facts.identify(id);
    }
  for (const { events, stored, statements } of kinds)
    for (const { id: eventId, record } of new Set(stored.flat()))
      for (const [side, { id }] of readSides(record, events.kind))
        if (id !== null) facts.add(id, eventId, listStatedCompanies(statements.get(eventId) ?? [], side));
  return facts;
}

/** Loads the keys by which sources know the companies, and their domains; names are none. */
async function loadKeys({ client }: Run, ids: readonly string[]): Promise<(SourceKey & { id: string })[]> {
  const { rows } = await client.query<SourceKey & { id: string }>(
    `select k.id, k.source, k.key from external_keys k
     where k.id = any($1::uuid[]) and k.kind = 'company' and k.source <> '' and k.key not like 'name:%' and ${inForce("k")}
     union all select company_id, '', domain from company_domains where company_id = any($1::uuid[])`,
    [ids],
  );
  return rows;
}

/** Returns the ids of the companies of an event, and the letters of the name of one that is open. */
function namesIn({ record }: StoredRecord, kind: EventKind["kind"]): string[] {
  return [...new Set(readSides(record, kind).map(([, { id, name }]) => id ?? nameKey(name ?? "")))];
}
