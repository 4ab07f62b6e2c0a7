/** One event by its id, for people of the dashboard: a page of its feed with that record, or with none. */
import { type EventFeedName, FEEDS } from "@/lib/contract/feeds";
import { SOURCES } from "@/service/feed/feeds";
import { getIdParameter } from "./account/request-input";
import type { Services } from "./context";
import type { Read } from "./metered";

export function oneEvent({ pools }: Services, name: EventFeedName): Read {
  const { table } = SOURCES[name];
  const { endpoint } = FEEDS[name];
  return (c) => {
    const id = getIdParameter(c);
    return async (payment) => {
      await payment.expectCredits(endpoint);
      const { rows } = await pools.fixed.query<{ record: string }>({
        name: `event-${table}`,
        text: `select record from ${table} where id = $1`,
        values: [id],
      });
      const charged = await payment.pay(endpoint, {
        records: rows.length,
        items: () => rows.map(() => ({ kind: table, id })),
        feed: table,
        version: undefined,
      });
      const meta = { endpoint, creditsUsed: charged.credits, creditsRemaining: charged.balance };
      const data = rows.slice(0, charged.records).map(({ record }) => record);
      return {
        body: `{"success":true,"data":[${data}],"pagination":{"hasMore":false,"nextCursor":null},"meta":${JSON.stringify(meta)}}`,
      };
    };
  };
}
