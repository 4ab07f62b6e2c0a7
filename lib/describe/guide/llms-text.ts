/** Writes `llms.txt`, an index for language models. */

import { MCP_PATH } from "@dealflow/contract/oauth";
import { DESCRIBED } from "../endpoints";
import { TOOLS } from "../mcp/tools";
import type { Addresses } from "./agents-guide";
import { fieldNames } from "./record-tables";

export function llmsText({ apiUrl, siteUrl, dashboardUrl }: Addresses): string {
  const endpoints = DESCRIBED.map(({ endpoint, summary, parameters, body }) => {
    const names = (body ?? parameters).map(({ name }) => name).join(", ");
    return `- ${endpoint.method} ${endpoint.path}: ${summary}. ${body === undefined ? "Parameters" : "Body"}: ${names}`;
  });
  const records = (["FundingEvent", "Acquisition", "ExecMove", "Company", "Investor"] as const).map(
    (record) => `- ${record}: ${fieldNames(record).join(", ")}`,
  );
  const tools = TOOLS.map(({ name, summary, cost }) => `- ${name}: ${summary}. ${cost}`);
  return `# Dealflow

> An open-source deal-flow explorer and the metered API behind it: funding rounds, acquisitions, executive moves, companies, investors and company timelines. One credit for each returned record; the account owner creates the keys.

The API is at ${apiUrl}, the dashboard at ${dashboardUrl}.

## Documents

- [Guide for agents](${siteUrl}/agents.md): keys, paging, credits, errors, retries, every parameter and field, with code
- [OpenAPI 3.1](${siteUrl}/openapi.json): every request and response, with examples
- [Reference](${siteUrl}/reference): the same for people

## Endpoints

${endpoints.join("\n")}

## Records

${records.join("\n")}

## Webhooks and client

New events can be sent to an HTTPS address, signed: the account owner creates webhooks at ${dashboardUrl}/settings/webhooks. The typed client for TypeScript is \`packages/client\` in Dealflow's repository.

## MCP tools

The MCP server is at ${apiUrl}${MCP_PATH} (Streamable HTTP, OAuth 2.1): the person signs in and approves it in a browser; no key is needed.

${tools.join("\n")}
`;
}
