/** Reads the records that one charge of a workspace bought. */
import { FEED_NAMES, type FeedName } from "@dealflow/contract/feeds";
import type pg from "pg";
import { SOURCES } from "../feeds";
import { preciseRecord } from "../precise-record";
import { COUNTS } from "./known";
import type { PurchaseScope } from "./purchased";

/** No index has the charge: the purchases of the workspace are read by its part of the key. */
const CHARGED = `with charged as materialized (
    select p.kind, p.record_id as id from purchased_records p where ${COUNTS} and p.ledger_id = $3)
  ${FEED_NAMES.map((feed, index) => {
    const { table } = SOURCES[feed];
    const at = table === "companies" || table === "investors" ? "null::timestamptz" : "r.announced_at";
    return `select ${index} as place, '${feed}' as feed, ${preciseRecord(table, "r")} as record, ${at} as at, r.id
      from charged c join ${table} r using (id) where c.kind = '${table}'`;
  }).join(" union all ")}
  order by place, at desc, id desc`;

/** Returns the JSON texts of the records that exist and are still owned by this charge, by feeds, the newest event first. */
export async function readChargedRecords(pool: pg.Pool, { workspaceId, since }: PurchaseScope, ledgerId: string) {
  const statement = { name: "charged-records", text: CHARGED, values: [workspaceId, since, ledgerId] };
  return (await pool.query<{ feed: FeedName; record: string }>(statement)).rows;
}
