/** Streams all purchased rows of a list, one line of JSON each (GET /account/v1/purchased/:id/file), as they are when it begins. */
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { LINES_TYPE } from "@dealflow/contract/account/spending/purchases";
import type { Handler } from "hono";
import { getPurchaseScope, type PurchaseScope } from "@/service/feed/purchases/purchased";
import type { Env, Services } from "../../context";
import { type ListRequest, readListRequest } from "../../read-request";
import { ownedRow } from "./explore";

/** These are read and written together. */
const ROWS = 500;

export function purchasedFileHandler(services: Services): Handler<Env> {
  const { payOnceDays, summaries } = services;
  return async (c) => {
    const { feed, request, keys } = readListRequest(services, c);
    const purchases = getPurchaseScope(request.scope.workspaceId, payOnceDays);
    const whole = { rows: "purchased", keys, start: 0, limit: Number.MAX_SAFE_INTEGER } as const;
    // Rows that are bought or deleted meanwhile shift no other.
    const { ids } = await summaries.list(feed, request.page.query, whole, purchases);
    const lines = Readable.from(readLines(services, request.page, ids, purchases));
    c.set(
      "written",
      finished(lines).catch(() => undefined),
    );
    return c.body(Readable.toWeb(lines) as ReadableStream, 200, { "Content-Type": LINES_TYPE });
  };
}

async function* readLines(
  { feeds }: Services,
  { source }: ListRequest["request"]["page"],
  ids: readonly string[],
  purchases: PurchaseScope,
): AsyncGenerator<string> {
  for (let from = 0; from < ids.length; from += ROWS) {
    const records = await feeds.readRecords(source, ids.slice(from, from + ROWS), purchases);
    yield records
      .flatMap(({ id, record, purchasedAt }) =>
        purchasedAt === undefined ? [] : [`${ownedRow(id, record, purchasedAt)}\n`],
      )
      .join("");
  }
}
