/**
 * Reads the timeline of one company: its record, its investors, and every event in which it has any role, oldest first.
 */

import { TIMELINE_INCLUDES } from "@dealflow/contract/values/events";
import type pg from "pg";
import { preciseRecord } from "./precise-record";
import type { FeedTable, Statement } from "./sources/source";

interface NamedStatement extends Statement {
  readonly name: string;
}

export type TimelineInclude = (typeof TIMELINE_INCLUDES)[number]["value"];

export interface CompanyTimeline {
  /** The texts are JSON. */
  readonly company: string;
  readonly investors: string;
  readonly events: readonly string[];
  /** Events are charged in this order: the company, then its events from the newest. */
  readonly keys: readonly { readonly kind: FeedTable; readonly id: string }[];
}

/** Whom the timeline is for: the dashboard gets dates that are as precise as the source's (`precise-record.ts`). */
export type TimelineReader = "public" | "dashboard";

/** Each event is selected once; `or` over two columns is read from two indexes. */
const EVENTS_OF: Readonly<Record<TimelineInclude, string>> = {
  funding: "company_id = $1::uuid",
  acquisitions: "acquirer_id = $1::uuid or target_id = $1::uuid",
  exec_moves: "company_id = $1::uuid or from_company_id = $1::uuid",
};

export const TIMELINE_TABLES: Readonly<Record<TimelineInclude, FeedTable>> = {
  funding: "funding_events",
  acquisitions: "acquisitions",
  exec_moves: "exec_moves",
};

/** This serves a client that may read no kind of event. */
const NO_EVENTS = "select null, null::uuid, null::timestamptz, null where $1::uuid is null";

/** Investors are in the order of their first round. */
const COMPANY = `
select c.record, coalesce((
  select json_agg(json_build_object('id', i.id, 'name', i.name) order by i.since, i.position, i.id)::text
  from (
    select n.id, n.name, min(e.announced_at) as since, min(x.position) as position
    from funding_events e
    join funding_event_investors x on x.event_id = e.id
    join investors n on n.id = x.investor_id
    where e.company_id = c.id
    group by n.id, n.name
  ) i
), '[]') as investors
from companies c where c.id = $1::uuid`;

/**
 * Returns two statements, the company with its investors and its events, each of which keeps its plan under its name.
 */
export function timelineStatements(
  companyId: string,
  include: readonly string[],
  reader: TimelineReader = "public",
): [NamedStatement, NamedStatement] {
  const kinds = TIMELINE_INCLUDES.filter((kind) => include.includes(kind.value)).map((kind) => kind.value);
  const select = (kind: TimelineInclude) => {
    const table = TIMELINE_TABLES[kind];
    const record = reader === "dashboard" ? preciseRecord(table, "e") : "e.record";
    return `select '${kind}' as include, id, announced_at, ${record} from ${table} e where ${EVENTS_OF[kind]}`;
  };
  const union = kinds.map(select).join(" union all ") || NO_EVENTS;
  return [
    { name: "timeline-company", text: COMPANY, values: [companyId] },
    {
      name: `timeline-${kinds.join("-")}-${reader}`,
      text: `select * from (${union}) all_events (include, id, announced_at, record) order by announced_at, id`,
      values: [companyId],
    },
  ];
}

/** @param include values of TIMELINE_INCLUDES. Returns undefined when there is no such company. */
export async function readTimeline(
  pool: pg.Pool,
  companyId: string,
  include: readonly string[],
  reader: TimelineReader = "public",
): Promise<CompanyTimeline | undefined> {
  const [ofCompany, ofEvents] = timelineStatements(companyId, include, reader);
  const [company, events] = await Promise.all([
    pool.query<{ record: string; investors: string }>({ ...ofCompany, values: [...ofCompany.values] }),
    pool.query<[...EventItem]>({ ...ofEvents, values: [...ofEvents.values], rowMode: "array" }),
  ]);
  const [found] = company.rows;
  if (found === undefined) return undefined;
  return {
    company: found.record,
    investors: found.investors,
    events: events.rows.map((item) => eventItem(item, reader)),
    keys: [
      { kind: "companies", id: companyId },
      ...events.rows.map(([include, id]) => ({ kind: TIMELINE_TABLES[include], id })).reverse(),
    ],
  };
}

type EventItem = readonly [include: TimelineInclude, id: string, announcedAt: Date, record: string];

const ANNOUNCED = /"announcedAt":"([^"]*)"/;

function eventItem([include, , announcedAt, record]: EventItem, reader: TimelineReader): string {
  const { kind, field } = TIMELINE_INCLUDES.find(({ value }) => value === include) ?? TIMELINE_INCLUDES[0];
  const date = (reader === "dashboard" && ANNOUNCED.exec(record)?.[1]) || announcedAt.toISOString();
  return `{"kind":"${kind}","date":"${date}","${field}":${record}}`;
}

export function timelineText({ company, investors }: CompanyTimeline, events: readonly string[]): string {
  return `{"company":${company},"investors":${investors},"events":[${events.join(",")}]}`;
}
