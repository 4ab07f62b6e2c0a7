/** Reads a workspace's inbox for one of its people: matches of shared views, their own views and the watchlist. */

import type { InboxItem, InboxState } from "@dealflow/contract/account/inbox";
import { INBOX_LIMITS } from "@dealflow/contract/account/saved-counts";
import { WEBHOOK_EVENT_NAMES, WEBHOOK_FEED_NAMES, type WebhookEventName } from "@dealflow/contract/webhook-events";
import type pg from "pg";
import { SOURCES } from "@/service/feed/feeds";
import { preciseRecord } from "@/service/feed/precise-record";
import { redactRecord } from "@/service/feed/preview";
import type { References } from "@/service/feed/tokens/reference";

export interface InboxScope {
  readonly workspaceId: string;
  readonly personId: string;
}

/** Decides which records are named and how the others are shown. */
export interface InboxNaming {
  readonly references: References;
  readonly since: Date | null;
}

interface Row {
  readonly position: number;
  readonly event: WebhookEventName;
  readonly record_id: string;
  readonly company_id: string | null;
  readonly company_name: string;
  readonly announced_at: Date;
  readonly added_at: Date;
  readonly matches: InboxItem["matches"];
  /** The record is JSON text; null when it was deleted. */
  readonly record: string | null;
  readonly owned: boolean;
}

/** `$1` is the workspace, `$2` the person, who does not see items that matched only the views of others. */
const VISIBLE_MATCHES = `from inbox_matches m
  left join saved_views v on v.workspace_id = m.workspace_id and v.id = m.view_id
  left join watched_companies w on w.workspace_id = m.workspace_id and w.company_id = m.company_id
  where m.workspace_id = i.workspace_id and m.position = i.position
    and (m.view_id is null or v.shared or v.user_id = $2)`;

const RECORDS = WEBHOOK_EVENT_NAMES.map((event) => {
  const { table } = SOURCES[WEBHOOK_FEED_NAMES[event]];
  return `select '${table}' as kind, ${preciseRecord(table, "e")} as record from ${table} e
    where e.id = n.id and i.event = '${event}'`;
}).join(" union all ");

/** An event that was merged into another is that one. `$3` is the instant before which purchases do not count. */
const SELECT = `select i.position, i.event, n.id as record_id, i.company_id, i.company_name, i.announced_at, i.added_at, x.matches,
    r.record, p.record_id is not null as owned
  from inbox_items i cross join lateral (select current_record(i.record_id) as id) n cross join lateral (
    select json_agg(json_build_object('viewId', m.view_id, 'name', coalesce(v.name, w.name))
      order by m.view_id is null, lower(v.name), m.company_id) as matches ${VISIBLE_MATCHES}
  ) x left join lateral (${RECORDS}) r on true
  left join purchased_records p on p.workspace_id = $1 and p.kind = r.kind and p.record_id = n.id
    and ($3::timestamptz is null or p.at > $3)
  where i.workspace_id = $1 and x.matches is not null`;

/** Lists the newest first, before that position. */
export async function listInbox(
  pool: pg.Pool,
  { workspaceId, personId }: InboxScope,
  naming: InboxNaming,
  { limit, before }: { readonly limit: number; readonly before: number | undefined },
): Promise<InboxItem[]> {
  const { rows } = await pool.query<Row>(
    `${SELECT} and ($4::bigint is null or i.position < $4) order by i.position desc limit $5`,
    [workspaceId, personId, naming.since, before ?? null, limit],
  );
  return rows.map((row) => toItem(row, workspaceId, naming));
}

/** Lists the oldest first, after that position. */
export async function listInboxAfter(
  pool: pg.Pool,
  { workspaceId, personId }: InboxScope,
  naming: InboxNaming,
  after: number,
  limit: number,
): Promise<InboxItem[]> {
  const { rows } = await pool.query<Row>(`${SELECT} and i.position > $4 order by i.position limit $5`, [
    workspaceId,
    personId,
    naming.since,
    after,
    limit,
  ]);
  return rows.map((row) => toItem(row, workspaceId, naming));
}

function toItem(row: Row, workspaceId: string, { references }: InboxNaming): InboxItem {
  const feed = WEBHOOK_FEED_NAMES[row.event];
  const reference = references.write({ feed, workspaceId }, row.record_id);
  const record = row.record === null ? null : JSON.parse(row.record);
  const redacted = record === null ? null : redactRecord(feed, record, reference);
  const watched = row.matches.some(({ viewId }) => viewId === null);
  return {
    position: row.position,
    feed,
    preview: redacted === null ? null : { ...redacted.preview, record: redacted.record },
    record:
      row.owned || watched
        ? {
            id: row.record_id,
            company: { id: row.company_id, name: row.company_name },
            announcedAt: record?.announcedAt ?? row.announced_at.toISOString(),
            amountUsd: row.owned ? (record?.amountUsd ?? record?.dealAmountUsd ?? null) : null,
          }
        : null,
    owned: row.owned,
    addedAt: row.added_at.toISOString(),
    matches: row.matches,
  };
}

const MARKS = `select coalesce((select last from inbox_positions where workspace_id = $1), 0) as latest,
  coalesce((select position from inbox_reads where workspace_id = $1 and user_id = $2), 0) as read`;

export async function readInboxState(
  db: pg.Pool | pg.PoolClient,
  { workspaceId, personId }: InboxScope,
): Promise<InboxState> {
  const { rows } = await db.query<InboxState>(
    `select marks.latest, marks.read, (select count(*) from (
       select from inbox_items i where i.workspace_id = $1 and i.position > marks.read and exists (select ${VISIBLE_MATCHES})
       limit ${INBOX_LIMITS.counted + 1}
     ) unread) as unread from (${MARKS}) marks`,
    [workspaceId, personId],
  );
  return rows[0] ?? { unread: 0, read: 0, latest: 0 };
}

/** Moves the mark forward, and not past the last item. */
export async function markInboxRead(
  db: pg.Pool | pg.PoolClient,
  { workspaceId, personId }: InboxScope,
  position: number,
): Promise<InboxState> {
  await db.query(
    `insert into inbox_reads (workspace_id, user_id, position)
     select $1, $2, least($3::bigint, last) from inbox_positions where workspace_id = $1
     on conflict (workspace_id, user_id) do update set position = greatest(inbox_reads.position, excluded.position)`,
    [workspaceId, personId, position],
  );
  return readInboxState(db, { workspaceId, personId });
}

const DAY_MS = 86_400_000;
/** One statement deletes this many. */
const BATCH = 5_000;

/** Items are kept for 90 days, and the last 2,000 of each workspace. */
export async function deleteOldInboxItems(pool: pg.Pool, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - INBOX_LIMITS.days * DAY_MS);
  const old = "select workspace_id, position from inbox_items where added_at < $1 limit $2";
  const excess = `select i.workspace_id, i.position from inbox_positions p
    join inbox_items i on i.workspace_id = p.workspace_id and i.position <= p.last - $1 limit $2`;
  await deleteInBatches(pool, old, oldest);
  await deleteInBatches(pool, excess, INBOX_LIMITS.items);
}

async function deleteInBatches(pool: pg.Pool, found: string, value: Date | number): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `delete from inbox_items i using (${found}) f where i.workspace_id = f.workspace_id and i.position = f.position`,
      [value, BATCH],
    );
    if ((rowCount ?? 0) < BATCH) return;
  }
}
