/** `llms.txt`: an index for language models. */

import { MCP_PATH } from "@/lib/contract/oauth";
import type { Addresses } from "./agents-guide";
import { DESCRIBED } from "./endpoints";
import { TOOLS } from "./tools";

export function llmsText({ apiUrl, siteUrl, dashboardUrl }: Addresses): string {
  const endpoints = DESCRIBED.map(({ endpoint, summary }) => `- ${endpoint.method} ${endpoint.path}: ${summary}`);
  const tools = TOOLS.map(({ name, summary, cost }) => `- ${name}: ${summary}. ${cost}`);
  return `# Dealflow

> An open-source deal-flow explorer and the metered API behind it: funding rounds, acquisitions, executive moves, companies, investors and company timelines. One credit for each returned record; the account owner creates the keys.

The API is at ${apiUrl}, the dashboard at ${dashboardUrl}.

## Documents

- [Guide for agents](${siteUrl}/agents.md): keys, paging, credits, errors, retries, every parameter, with code
- [OpenAPI 3.1](${siteUrl}/openapi.json): every request and response, with examples
- [Reference](${siteUrl}/reference): the same for people

## Endpoints

${endpoints.join("\n")}

## MCP tools

The MCP server is at ${apiUrl}${MCP_PATH} (Streamable HTTP, OAuth 2.1): the person signs in and approves it in a browser; no key is needed.

${tools.join("\n")}
`;
}
