/** Stores what the load needs: a small market, and the workspaces that spend. */
import pg from "pg";
import { loadDemo } from "@/service/ingest/demo/load";
import { createAccounts } from "./accounts";

const MARKET = { companies: 400, rounds: 1_200, acquisitions: 200, moves: 40, investors: 60 };

/** @param secret that of the services which the load is for */
export async function prepareLoad(databaseUrl: string, secret: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, application_name: "faults" });
  pool.on("error", () => undefined);
  await loadDemo(pool, { now: new Date(), size: MARKET, log: () => undefined });
  const accounts = await createAccounts(pool, secret);
  const { rows } = await pool.query<{ id: string }>("select id from companies order by id limit 100");
  await pool.end();
  return { ...accounts, companies: rows.map(({ id }) => id) };
}
