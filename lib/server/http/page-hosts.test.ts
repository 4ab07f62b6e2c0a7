import { NextRequest } from "next/server";
import { expect, it } from "vitest";
import { DOCUMENTS } from "@/lib/describe/documents";
import { config, proxy } from "@/proxy";

const MATCHER = new RegExp(`^${config.matcher[0]}$`);

/** Returns the status before any route or page; undefined for a path that is a route's. */
async function statusAtAnotherHost(path: string): Promise<number | undefined> {
  if (!MATCHER.test(path)) return undefined;
  const request = new NextRequest(`http://other.example${path}`, { headers: { host: "other.example" } });
  return (await proxy(request))?.status;
}

it.each([
  ...["/", "/funding", "/companies/x.json", "/investors/x.txt", "/no-such-page.md"],
  ...["/.well-known/no-such-page", "/.well-known/mcp", "/.well-known/mcp/server-card.json/x"],
])("refuses the page %s at another host", async (path) => {
  expect(await statusAtAnotherHost(path)).toBe(421);
});

it.each([
  ...[DOCUMENTS.openapi.path, DOCUMENTS.agents.path, DOCUMENTS.llms.path, "/.well-known/mcp/server-card.json"],
  ...["/.well-known/oauth-authorization-server", "/.well-known/oauth-authorization-server/mcp"],
])("leaves %s to its route", async (path) => {
  expect(await statusAtAnotherHost(path)).not.toBe(421);
});
