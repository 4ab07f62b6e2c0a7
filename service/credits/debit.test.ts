import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FEEDS } from "@/lib/contract/feeds";
import { insertRound } from "@/service/http/testing/fixtures";
import { type TestService, testService } from "@/service/http/testing/service";
import { readBalance } from "./ledger";

const CLIENTS = 50;
const CREDITS = 1_000;
const PAGE = 7;

let service: TestService;
beforeAll(async () => {
  service = await testService();
  for (let index = 0; index < 20; index++) await insertRound(service.database.pool, `Company ${index}`);
});
afterAll(() => service.stop());

describe("many clients on one workspace", () => {
  it("are served exactly its credits, then all get 402, and the ledger adds up", async () => {
    const { key, workspaceId } = await service.account(CREDITS);
    const { pool } = service.database;
    let served = 0;
    let lowest = CREDITS;

    const client = async (): Promise<number> => {
      for (;;) {
        const response = await fetch(`${service.url}${FEEDS.funding.path}?limit=${PAGE}`, {
          headers: { "X-API-Key": key },
        });
        const body = await response.json();
        if (response.status !== 200) return response.status;
        expect(body.data).toHaveLength(body.meta.creditsUsed);
        served += body.data.length;
        lowest = Math.min(lowest, body.meta.creditsRemaining);
      }
    };
    let watching = true;
    const watch = async () => {
      while (watching) {
        const { rows } = await pool.query(
          `select balance, (select sum(delta) from ledger where workspace_id = $1)::bigint as sum from workspaces where id = $1`,
          [workspaceId],
        );
        expect(rows[0].balance).toBe(rows[0].sum);
        expect(rows[0].balance).toBeGreaterThanOrEqual(0);
      }
    };
    const watched = watch();
    const last = await Promise.all(Array.from({ length: CLIENTS }, client));
    watching = false;
    await watched;

    expect(served).toBe(CREDITS);
    expect(lowest).toBe(0);
    expect(new Set(last)).toEqual(new Set([402]));
    expect(await readBalance(pool, workspaceId)).toEqual({ balance: 0, granted: CREDITS, used: CREDITS });
  });

  it("serves again once credits were granted by another program", async () => {
    const { key, workspaceId } = await service.account(1);
    const request = () => fetch(`${service.url}${FEEDS.funding.path}?limit=2`, { headers: { "X-API-Key": key } });
    expect((await request()).status).toBe(200);
    expect((await request()).status).toBe(402);
    const { grantCredits } = await import("./ledger");
    await grantCredits(service.database.pool, workspaceId, 2, new Date());
    expect((await request()).status).toBe(200);
  });
});

describe("the ledger", () => {
  it("refuses to be changed", async () => {
    const { pool } = service.database;
    await expect(pool.query("update ledger set delta = 1")).rejects.toThrow("append-only");
    await expect(pool.query("delete from ledger")).rejects.toThrow("append-only");
  });
});
