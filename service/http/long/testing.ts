/** Shares what the long tests have in common: their counts, a reader of lists, metrics. */

import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { expect } from "vitest";
import type { TestService } from "../testing/service";

/** Tests run in full with DEALFLOW_LONG=1 (`npm run test:long`). */
export const LONG = process.env.DEALFLOW_LONG === "1";

/** A test may take this long (ms). */
export const TIMEOUT_MS = LONG ? 1_800_000 : 120_000;

/** Returns the full count in the long run, otherwise this part of it. */
export function scaled(full: number, part = 1 / 25): number {
  return LONG ? full : Math.ceil(full * part);
}

export interface ListPage<Record> {
  readonly data: readonly Record[];
  readonly pagination: { readonly hasMore: boolean; readonly nextCursor: string | null };
  readonly meta: { readonly creditsUsed: number; readonly creditsRemaining: number };
}

export type Query = Readonly<{ [name: string]: string | number | undefined }>;

/** One page of a list as a client gets it; anything but a page fails the test. */
export async function readPage<Record>(
  service: TestService,
  path: string,
  key: string,
  query: Query,
): Promise<ListPage<Record>> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const response = await fetch(`${service.url}${path}?${search}`, { headers: { [API_KEY_HEADER]: key } });
  const body = await response.json();
  expect(response.status, explained(service, response.status, body)).toBe(200);
  return body;
}

/** Returns the beginning of a response; of a failure, what the service logged. */
export function explained({ logged }: TestService, status: number, body: unknown): string {
  const failure = status >= 500 ? logged.findLast((line) => line.includes("request failed")) : undefined;
  return (failure ?? JSON.stringify(body)).slice(0, 1_000);
}

/** Every page of a list from its beginning on; `between` runs before each page but the first. */
export async function* pages<Record>(
  service: TestService,
  path: string,
  key: string,
  query: Query,
  between: () => Promise<void> = async () => undefined,
): AsyncGenerator<ListPage<Record>> {
  let cursor: string | undefined;
  for (;;) {
    const page = await readPage<Record>(service, path, key, { ...query, cursor });
    yield page;
    if (!page.pagination.hasMore) return;
    cursor = page.pagination.nextCursor ?? expect.fail("a page with more behind it has no cursor");
    await between();
  }
}

/** Prints metrics of a long test, next to the runner's own lines. */
export function print(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
