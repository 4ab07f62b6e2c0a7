/** Companies of the market that the tests share, as another workspace finds them. */
import { readBatchResponse } from "@dealflow/client/timeline";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { TIMELINE_PATH } from "@dealflow/contract/timeline";
import type { Stack } from "./stack/stack";

export interface TestCompany {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  /** Its timeline has this many events of each kind. */
  readonly events: { readonly funding: number; readonly acquisitions: number; readonly exec_moves: number };
  /** Credits that its timeline costs. */
  readonly price: number;
}

let cached: Promise<readonly TestCompany[]> | undefined;

/** Those with the most events first; the same in every test. */
export function getCompanies(stack: Stack): Promise<readonly TestCompany[]> {
  cached ??= loadCompanies(stack);
  return cached;
}

async function loadCompanies(stack: Stack): Promise<readonly TestCompany[]> {
  const { key } = await stack.account(10_000);
  const headers = { [API_KEY_HEADER]: key, "Content-Type": "application/json" };
  const list = await fetch(`${stack.service.url}/v1/funding-events?enrichedOnly=true&limit=100`, { headers });
  const { data }: { data: { company: { id: string } }[] } = await list.json();
  const ids = [...new Set(data.map(({ company }) => company.id))].slice(0, 25);
  const body = JSON.stringify({ companies: ids.map((id) => ({ id })) });
  const batch = await fetch(`${stack.service.url}${TIMELINE_PATH}`, { method: "POST", headers, body });
  const items = readBatchResponse(await batch.json())?.items ?? [];
  return items
    .flatMap(({ timeline, cost }) => {
      const { id, name, domain } = timeline?.company ?? {};
      if (!timeline || !id || !name || !domain) return [];
      const number = (kind: string) => timeline.events.filter((event) => event.kind === kind).length;
      const events = {
        funding: number("funding"),
        acquisitions: number("acquisition"),
        exec_moves: number("exec_move"),
      };
      return [{ id, name, domain, events, price: cost ?? 0 }];
    })
    .sort((a, b) => b.price - a.price || a.id.localeCompare(b.id));
}
