/** The official clients list the tools, resources and prompts, and call each tool, in every revision. */

import { REVISIONS, VALUE_LIST_TOOLS } from "@dealflow/contract/mcp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOOLS } from "@/lib/describe/mcp/tools";
import { readBalance } from "@/service/http/testing/api-client";
import { insertOfEach } from "@/service/http/testing/each-endpoint";
import { type TestService, testService } from "@/service/http/testing/service";
import { connectClient, connectOlderClient } from "./testing/clients";
import { type Connected, connect } from "./testing/connected";

/** Each tool has its arguments and the call's cost on what `insertOfEach` makes. */
const CALLS: Readonly<Record<string, readonly [given: Record<string, unknown>, cost: number]>> = {
  funding_events: [{ round: ["seed"], includeTotal: true }, 1],
  acquisitions: [{ isMerger: false }, 1],
  exec_moves: [{ moveType: ["appointment"] }, 1],
  companies: [{ countries: ["DE"] }, 1],
  investors: [{ type: ["vc"] }, 1],
  company_timeline: [{ domain: "alder.example" }, 4],
  company_timelines: [{ companies: [{ name: "Alder" }, { domain: "unknown.example" }] }, 4],
  get_credits: [{}, 0],
  list_countries: [{}, 0],
  list_naics_codes: [{}, 0],
  list_industry_groups: [{}, 0],
};

let service: TestService;
let connected: Connected;
beforeAll(async () => {
  service = await testService();
  await insertOfEach(service.database.pool);
  connected = await connect(service, 1_000);
});
afterAll(() => service.stop());

interface AnyClient {
  listTools(): Promise<{
    tools: readonly { name: string; annotations?: { readOnlyHint?: boolean | undefined } | undefined }[];
  }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  listResources(): Promise<{ resources: readonly { uri: string }[] }>;
  readResource(params: { uri: string }): Promise<unknown>;
  listPrompts(): Promise<{ prompts: readonly { name: string }[] }>;
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<unknown>;
  close(): Promise<void>;
}

const CLIENTS: [name: string, open: () => Promise<AnyClient>][] = [
  ...REVISIONS.map((revision): [string, () => Promise<AnyClient>] => [
    `in ${revision}`,
    () => connectClient(service, connected.token, revision),
  ]),
  ["of the older package", () => connectOlderClient(service, connected.token)],
];

describe.each(CLIENTS)("the official client %s", (_, open) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await open();
  });
  afterAll(() => client.close());

  it("lists every tool as reading only", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    for (const { annotations } of tools) expect(annotations?.readOnlyHint).toBe(true);
  });

  // The client checks each result against the tool's output schema.
  it.each(TOOLS.map(({ name }) => name))("calls %s", async (name) => {
    const [given, cost] = CALLS[name] ?? expect.fail(`${name} has no example`);
    const before = await readBalance(service, connected.workspaceId);
    const result = await client.callTool({ name, arguments: given });
    expect(result).toMatchObject({
      structuredContent: { creditsUsed: cost, creditsRemaining: before - cost, allowanceRemaining: expect.any(Number) },
      content: [{ type: "text", text: expect.stringMatching(/\S/) }],
    });
    expect(result).not.toMatchObject({ isError: true });
    expect(await readBalance(service, connected.workspaceId)).toBe(before - cost);
  });

  it("reads the value lists", async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(Object.values(VALUE_LIST_TOOLS).map(({ resource }) => resource));
    const read = await client.readResource({ uri: VALUE_LIST_TOOLS.countries.resource });
    expect(read).toMatchObject({ contents: [{ mimeType: "application/json", text: expect.stringContaining('"DE"') }] });
  });

  it("has three prompts", async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["find_rounds", "profile_company", "watch_sector"]);
    const prompt = await client.getPrompt({ name: "profile_company", arguments: { company: "alder.example" } });
    expect(prompt).toMatchObject({
      messages: [{ role: "user", content: { type: "text", text: expect.stringContaining("alder.example") } }],
    });
  });
});
