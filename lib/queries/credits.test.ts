/** Tests the Credits page's queries against the dashboard's server and the real service. */

import { LEDGER_PAGE } from "@dealflow/contract/account/spending/credits";
import { InfiniteQueryObserver, QueryObserver } from "@tanstack/react-query";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openDocument } from "@/lib/client/requests/testing";
import { loadCreditsState } from "@/lib/server/pages/credits-page";
import { ownDashboard, type TestDashboard } from "@/lib/server/testing/dashboard";
import { grantCredits } from "@/service/credits/ledger";
import { TEST_SECRET, type TestService, testService } from "@/service/http/testing/service";

const OLDER = 7;
const realFetch = globalThis.fetch;

let service: TestService;
let dashboard: TestDashboard;
let requests: string[];
beforeAll(async () => {
  service = await testService();
  const account = await service.account(1);
  for (let index = 0; index < LEDGER_PAGE + OLDER - 1; index++)
    await grantCredits(service.database.pool, account.workspaceId, 1, new Date());
  dashboard = await ownDashboard(service.url, account, TEST_SECRET);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await dashboard.stop();
  await service.stop();
});

async function openPage() {
  const { account } = await loadCreditsState(dashboard.context, dashboard.caller);
  if (typeof account !== "object") throw new Error("the account can be read");
  openDocument({ url: "http://localhost:3000/credits" });
  requests = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) => {
    // The dashboard's server runs in this process too, and calls the service by its full URL.
    if (!path.startsWith("/")) return realFetch(path, init);
    requests.push(path);
    return dashboard.send(path, init);
  });
  const { getQueryClient } = await import("./client");
  return { ...(await import("./credits")), client: getQueryClient(), account };
}

it("the ledger begins with what the server rendered, and is read on only when it is requested", async () => {
  const { client, account, ledgerQuery } = await openPage();
  client.setQueryData(ledgerQuery().queryKey, { pages: [account.ledger], pageParams: [null] });
  const ledger = new InfiniteQueryObserver(client, ledgerQuery());
  const stop = ledger.subscribe(() => undefined);
  expect(ledger.getCurrentResult()).toMatchObject({ hasNextPage: true, isFetching: false });
  expect(requests).toEqual([]);
  await ledger.fetchNextPage();
  const { data, hasNextPage } = ledger.getCurrentResult();
  expect(data?.pages.map(({ entries }) => entries.length)).toEqual([LEDGER_PAGE, OLDER]);
  expect(new Set(data?.pages.flatMap(({ entries }) => entries.map(({ id }) => id))).size).toBe(LEDGER_PAGE + OLDER);
  expect([hasNextPage, requests.length]).toEqual([false, 1]);
  stop();
});

it("longer use is read when its days are chosen, and a failure says why", async () => {
  const { client, usageQuery } = await openPage();
  const usage = new QueryObserver(client, usageQuery(90));
  expect((await usage.refetch()).data).toMatchObject({ days: [], endpoints: [] });
  expect(requests).toEqual(["/api/account/v1/usage?days=90"]);
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  expect((await usage.refetch()).error?.message).toBe("The dashboard's server did not respond. Nothing was charged.");
});
