/** Buys records by the references of their previews, or the page of a query (POST /account/v1/records/:id). */
import { BUY_RECORDS } from "@dealflow/contract/account/explore";
import { FEEDS } from "@dealflow/contract/feeds";
import type { Context } from "hono";
import { SOURCES } from "@/service/feed/feeds";
import { preciseRecord, toPreciseRecords } from "@/service/feed/precise-record";
import { createReferences, type ReferenceScope, type References } from "@/service/feed/tokens/reference";
import { ownedRow, readId } from "../account/records/explore";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { getFeedParameter, parseBodyText, readFeedRequest } from "../read-request";
import { buyPage } from "./list-feed";
import type { Read } from "./metered";
import type { Payment } from "./payment";

export function buyRecords(services: Services): Read {
  const codec = createReferences(services.secret);
  return (c, body) => {
    const { references } = parseBodyText(body, BUY_RECORDS);
    return references === undefined ? buyPageOfQuery(services, c) : buyByReferences(services, c, codec, references);
  };
}

type Purchase = (payment: Payment) => Promise<{ readonly body: string }>;

function buyPageOfQuery(services: Services, c: Context<Env>): Purchase {
  const request = readFeedRequest(services, getFeedParameter(c), c);
  return async (payment) => {
    const { records, pagination, meta } = await buyPage(services, request, payment);
    const counts = { records: records.length, newRecords: meta.creditsUsed };
    const boughtAt = new Date().toISOString();
    const bought = records.map((record) => ({ id: readId(JSON.parse(record)), record }));
    // The page is paid for: without the second reading its dates only look more precise than they are.
    const precise = await toPreciseRecords(services.feeds, request.page.source, bought).catch(() => bought);
    const data = precise.map(({ id, record }) => ownedRow(id, record, boughtAt));
    return {
      body: `{"success":true,"data":[${data}],"pagination":${JSON.stringify(pagination)},"meta":${JSON.stringify({ ...meta, ...counts })}}`,
    };
  };
}

function buyByReferences(
  { pools }: Services,
  c: Context<Env>,
  codec: References,
  references: readonly string[],
): Purchase {
  const feed = getFeedParameter(c);
  const { table } = SOURCES[feed];
  const { endpoint } = FEEDS[feed];
  const scope = { feed, workspaceId: c.get("caller").workspaceId };
  const referenceById = resolveReferences(codec, scope, references);
  return async (payment) => {
    const { rows } = await pools.primary.fixed.query<{ id: string; reference: string; record: string }>({
      name: `records-${table}`,
      text: `select requested.id, requested.reference, ${preciseRecord(table, "r")} as record
        from unnest($1::uuid[], $2::text[]) with ordinality as requested (id, reference, position)
        join ${table} r on r.id = requested.id order by requested.position`,
      values: [[...referenceById.keys()], [...referenceById.values()]],
    });
    const charged = await payment.pay(endpoint, {
      records: rows.length,
      items: () => rows.map(({ id }) => ({ kind: table, id })),
      feed: table,
    });
    const boughtAt = new Date().toISOString();
    const data = rows
      .slice(0, charged.records)
      .map(({ id, record, reference }) => ownedRow(id, record, boughtAt, { reference }));
    const { credits, balance, paid } = charged;
    const counts = { records: data.length, newRecords: paid?.length ?? data.length };
    const meta = { endpoint, creditsUsed: credits, creditsRemaining: balance, ...counts };
    return { body: `{"success":true,"data":[${data}],"meta":${JSON.stringify(meta)}}` };
  };
}

/** Maps the ids of records to their references; throws `INVALID_INPUT`. */
export function resolveReferences(
  codec: References,
  scope: ReferenceScope,
  references: readonly string[],
): ReadonlyMap<string, string> {
  return new Map(
    references.map((reference, index) => {
      const id = codec.read(scope, reference);
      if (id !== undefined) return [id, reference] as const;
      throw new ApiError(
        "INVALID_INPUT",
        `references.${index}: was modified, or belongs to another feed or workspace; send references exactly as they were received`,
      );
    }),
  );
}
