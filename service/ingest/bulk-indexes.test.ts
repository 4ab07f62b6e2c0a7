import { afterAll, beforeAll, expect, it } from "vitest";
import { companyFacts } from "@/service/http/testing/fixtures";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { inTransaction } from "@/service/store/transaction";
import { withBulkIndexes } from "./bulk-indexes";
import { copyRows } from "./copy";
import { COMPANY_ROWS } from "./table-rows";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

it("keeps no reader waiting: what was there is found while a batch is in progress, what it brings once it is committed", async () => {
  const found = async () => {
    const { rowCount } = await database.pools.filtered.query(
      "select from companies where facets && array['c:DE'] and search_text like '%quorvane%'",
    );
    return rowCount;
  };
  await inTransaction(database.pool, (client) =>
    withBulkIndexes(client, async () => {
      await copyRows(client, COMPANY_ROWS, [{ ...companyFacts(), demo: false }]);
      // A reader that waited for this transaction would wait forever: it ends only after this.
      expect(await found()).toBe(0);
    }),
  );
  expect(await found()).toBe(1);
});
