/**
 * Runs `npm run bench -- mcp`: compares a tool call to the same request of the REST API, in turns, and measures the
 * memory of the service while 100 assistants are connected and call tools.
 */
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { REVISIONS, TOOL_LIMIT } from "@dealflow/contract/mcp";
import { MCP_PATH } from "@dealflow/contract/oauth";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { insertConnection } from "@/service/accounts/testing/connections";
import { modernRequest, toolCall } from "@/service/mcp/testing/post";
import type { Pools } from "@/service/store/pools/pools";
import type { Program } from "../test-runner/built-programs";
import { fillMarket } from "./harness/feed-data";
import { inTurn, measure, median, medianDifference, type Request, timed } from "./harness/load";
import { type Metric, quantile, round } from "./harness/metric";
import type { BenchOptions } from "./harness/options";
import { peakMemoryMB } from "./harness/programs";
import { runBench } from "./harness/run-bench";
import { openPerson, UNLIMITED } from "./harness/workspaces";

const CALL_MS = 3;
const MEMORY_MB = 400;
const SESSIONS = 100;
const TOOL = FEEDS.funding.tool;

interface Member {
  readonly key: string;
  readonly token: string;
}

export async function benchMcp(options: BenchOptions<"mcp">): Promise<void> {
  await runBench("mcp", options, async ({ pools, startService }) => {
    await fillMarket(pools.jobs, options.events);
    const service = await startService({ RATE_LIMIT_FACTOR: "9999" });
    const members: Member[] = [];
    for (let index = 0; index < SESSIONS; index++) members.push(await addMember(pools, service.url, index));
    return [...(await compare(service, members[0], options)), ...(await connectAll(service, members, options.seconds))];
  });
}

async function addMember({ main }: Pools, serviceUrl: string, index: number): Promise<Member> {
  const { key, personId, workspaceId } = await openPerson(main, `Bench ${index}`);
  // The resource is the service's own address, by its default name.
  const resource = `http://localhost:${new URL(serviceUrl).port}${MCP_PATH}`;
  const { accessToken } = await insertConnection(main, { personId, workspaceId }, resource, {
    dailyAllowance: UNLIMITED,
  });
  return { key, token: accessToken };
}

/** Compares the same page by REST and as a tool call in the newest and in an older revision, turn by turn. */
async function compare(
  { url }: Program,
  member: Member | undefined,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Metric[]> {
  if (member === undefined) throw new Error("Nobody is connected.");
  const { key, token } = member;
  const [newest, older] = REVISIONS;
  const given = { countries: ["US"], limit: TOOL_LIMIT };
  const headers = {
    ...{ Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    Accept: "application/json, text/event-stream",
  };
  const variants: Readonly<Record<string, Request>> = {
    rest: {
      method: "GET",
      path: `${FEEDS.funding.path}?countries=US&limit=${TOOL_LIMIT}`,
      headers: { [API_KEY_HEADER]: key },
    },
    [newest]: {
      method: "POST",
      path: MCP_PATH,
      headers: { ...headers, "MCP-Protocol-Version": newest, "Mcp-Method": "tools/call", "Mcp-Name": TOOL },
      body: JSON.stringify(modernRequest("tools/call", { name: TOOL, arguments: given })),
    },
    [older]: {
      method: "POST",
      path: MCP_PATH,
      headers: { ...headers, "MCP-Protocol-Version": older },
      body: JSON.stringify(toolCall(TOOL, given)),
    },
  };
  for (const request of Object.values(variants)) await requireRecords(url, request);
  const takes = (request: Request) => async () =>
    (await measure({ url, requests: [request], connections: 1, seconds })).p50;
  const found = await inTurn(
    rounds,
    Object.fromEntries(Object.entries(variants).map(([name, request]) => [name, takes(request)])),
  );
  return [
    { what: `${TOOL_LIMIT} records by REST: p50, ms`, value: round(median(found("rest")), 2) },
    ...[newest, older].map((revision) => ({
      what: `added by the tool call, ${revision}: p50, ms`,
      value: round(medianDifference(found(revision), found("rest")), 2),
      budget: { most: CALL_MS },
    })),
  ];
}

/** Throws for a refused call, which must not pass for a fast one. */
async function requireRecords(url: string, { method, path: address, headers, body }: Request): Promise<void> {
  const response = await fetch(`${url}${address}`, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  if (!response.ok || !text.includes(`"creditsUsed":${TOOL_LIMIT}`))
    throw new Error(`${address} responded ${response.status}: ${text.slice(0, 300)}`);
}

/** Connects the official client for each member: all list the tools, and call one after the other for a while. */
async function connectAll({ url, child }: Program, members: readonly Member[], seconds: number): Promise<Metric[]> {
  const clients: Client[] = [];
  for (const { token } of members) clients.push(await connectOne(url, token));
  const latencies: number[] = [];
  const endsAt = performance.now() + 3 * seconds * 1000;
  await Promise.all(
    clients.map(async (client, index) => {
      while (performance.now() < endsAt) {
        const call = async () => {
          const { isError } = await client.callTool({ name: TOOL, arguments: { limit: 1 + (index % 100) } });
          if (isError === true) throw new Error("A call was refused.");
        };
        latencies.push(await timed(call));
      }
    }),
  );
  for (const client of clients) await client.close();
  return [
    {
      what: `${SESSIONS} sessions at once: calls a second, with the clients on the same cores`,
      value: round(latencies.length / (3 * seconds)),
    },
    { what: `${SESSIONS} sessions at once: p95 of a call, ms`, value: round(quantile(latencies, 0.95)) },
    { what: "peak memory of the service, MB", value: peakMemoryMB(child), budget: { most: MEMORY_MB } },
  ];
}

async function connectOne(url: string, token: string): Promise<Client> {
  const client = new Client({ name: "bench", version: "1" }, { versionNegotiation: { mode: { pin: REVISIONS[0] } } });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}${MCP_PATH}`), { requestInit }));
  await client.listTools();
  // With its first call a client compiles the tool's output schema, which takes it longer than the service a call.
  await client.callTool({ name: TOOL, arguments: { limit: 1 } });
  return client;
}
