/** A service that knows its dashboard's address, which is the issuer of its tokens, and that dashboard. */
import { MCP_PATH } from "@dealflow/contract/oauth";
import { freePort } from "../../scripts/test-runner/free-port";
import { type Dashboard, startSharedDashboard } from "./dashboard";
import type { ServiceProgram } from "./programs";
import type { Stack } from "./stack";
import { test as base } from "./test";

interface McpPrograms {
  readonly service: ServiceProgram;
  readonly dashboard: Dashboard;
  /** Of the MCP endpoint, as clients are given it. */
  readonly mcpUrl: string;
  stop(): Promise<void>;
}

async function startMcpPrograms(stack: Stack): Promise<McpPrograms> {
  const port = await freePort();
  const service = await stack.anotherService({ DASHBOARD_URL: `http://127.0.0.1:${port}` });
  const apiUrl = `http://localhost:${new URL(service.url).port}`;
  const settings = { API_INTERNAL_URL: service.url, API_URL: apiUrl, RATE_LIMIT_FACTOR: "100" };
  const dashboard = await startSharedDashboard(stack, settings, port);
  return {
    service,
    dashboard,
    mcpUrl: `${apiUrl}${MCP_PATH}`,
    stop: async () => {
      await dashboard.stop();
      await service.stop();
    },
  };
}

/** `test` whose dashboard is the issuer. */
export const test = base.extend<object, { mcp: McpPrograms }>({
  mcp: [
    async ({ stack }, use) => {
      const programs = await startMcpPrograms(stack);
      await use(programs);
      await programs.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  dashboard: async ({ stack, mcp, credits }, use) => use({ ...mcp.dashboard, account: await stack.account(credits) }),
});
