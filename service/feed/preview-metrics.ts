/** Reads the metrics of companies for previews, since records do not contain them. */

import type { Preview } from "@dealflow/contract/account-explore";
import { amountBand } from "@dealflow/contract/amount-bands";
import type pg from "pg";

type Metrics = Pick<Preview, "raised" | "knownPeople" | "hasFounder">;

/** By the id of the company. */
export async function readMetrics(pool: pg.Pool, companyIds: readonly string[]): Promise<ReadonlyMap<string, Metrics>> {
  if (companyIds.length === 0) return new Map();
  const { rows } = await pool.query<{ id: string; cents: number; people: number; founder: boolean }>({
    name: "metrics-of-previews",
    text: `select company_id as id, raised_last_12m_usd_cents::float8 as cents, known_people as people,
        has_founder as founder
      from company_figures where company_id = any($1::uuid[])`,
    values: [companyIds],
  });
  return new Map(
    rows.map(({ id, cents, people, founder }) => [
      id,
      { raised: amountBand(cents / 100), knownPeople: people, hasFounder: founder },
    ]),
  );
}
