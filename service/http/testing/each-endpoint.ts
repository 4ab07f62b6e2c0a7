/** One request to each endpoint that returns records, for tests of what holds for all endpoints. */

import { ENDPOINTS } from "@dealflow/contract/endpoints";
import type pg from "pg";
import { type ApiResponse, type ClientContext, createApiClient, type RequestOptions } from "./api-client";
import { insertCompany, insertDeal, insertInvestor, insertMove, insertPerson, insertRound } from "./fixtures";

type EndpointName = keyof typeof ENDPOINTS;

interface Example {
  readonly query: string;
  readonly body?: string;
  /** It costs this many credits with the records of `insertOfEach`. */
  readonly cost: number;
  /** A table without which it fails. */
  readonly table: string;
}

const COMPANY = { name: "Alder", domain: "alder.example" };
const BATCH = JSON.stringify({ companies: [{ domain: COMPANY.domain }] });

export const EXAMPLES: Readonly<Record<EndpointName, Example>> = {
  funding: { query: "round=seed", cost: 1, table: "funding_events" },
  acquisitions: { query: "isMerger=false", cost: 1, table: "acquisitions" },
  execMoves: { query: "moveType=appointment", cost: 1, table: "exec_moves" },
  companies: { query: "countries=DE", cost: 1, table: "companies" },
  investors: { query: "type=vc", cost: 1, table: "investors" },
  timeline: { query: `domain=${COMPANY.domain}`, cost: 4, table: "funding_events" },
  timelines: { query: "", body: BATCH, cost: 4, table: "exec_moves" },
};

export const ENDPOINT_NAMES: readonly EndpointName[] = [
  ...(["funding", "acquisitions", "execMoves", "companies", "investors", "timeline", "timelines"] as const),
];

/** Inserts a company with one event of each kind, and an investor. */
export async function insertOfEach(pool: pg.Pool): Promise<void> {
  const company = await insertCompany(pool, COMPANY);
  await insertRound(pool, company);
  await insertDeal(pool, company, "Target");
  await insertMove(pool, await insertPerson(pool), company);
  await insertInvestor(pool);
}

/** Sends the endpoint's example request, or another query instead. */
export function createExample(
  name: EndpointName,
  getContext: () => ClientContext,
): (options?: RequestOptions & { readonly query?: string }) => Promise<ApiResponse<unknown>> {
  const { query: example, body } = EXAMPLES[name];
  const { request } = createApiClient(ENDPOINTS[name], getContext);
  return ({ query = example, ...options } = {}) =>
    request(query, { ...(body === undefined ? {} : { body }), ...options });
}
