import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { RowScope } from "@/lib/filters/address";
import { ownDashboard, type TestDashboard } from "@/lib/server/testing/dashboard";
import { insertCompany, insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestService, testService } from "@/service/http/testing/service";
import { loadSummary } from "./feed-page";

/** Generous, for slow machines. */
const PATIENT_MS = 60_000;

let service: TestService;
let dashboard: TestDashboard;

beforeAll(async () => {
  service = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
  await insertRound(service.database.pool, await insertCompany(service.database.pool, { name: "Alder" }));
  dashboard = await ownDashboard(service.url, await service.account(100), TEST_SECRET);
});
afterAll(async () => {
  await dashboard.stop();
  await service.stop();
});

async function load(scope: RowScope, waitMs: number) {
  const { caller } = dashboard;
  return loadSummary(dashboard.context, caller, { feed: "funding", canonical: "", scope }, waitMs);
}

describe("the numbers of a page", () => {
  it("are those of all matches, or of what is owned", async () => {
    // The service is still reading the round.
    await vi.waitFor(
      async () => expect(await load("all", PATIENT_MS)).toMatchObject({ total: 1, owned: 0 }),
      PATIENT_MS,
    );
    expect(await load("owned", PATIENT_MS)).toMatchObject({ total: 0 });
  });

  it("are left to the browser where the service is late", async () => {
    expect(await load("all", 0)).toBeUndefined();
  });
});
