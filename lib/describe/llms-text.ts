/** `llms.txt`: an index for language models. */
import type { Addresses } from "./agents-guide";
import { DESCRIBED } from "./endpoints";

export function llmsText({ apiUrl, siteUrl, dashboardUrl }: Addresses): string {
  const endpoints = DESCRIBED.map(({ endpoint, summary }) => `- ${endpoint.method} ${endpoint.path}: ${summary}`);
  return `# Dealflow

> An open-source deal-flow explorer and the metered API behind it: funding rounds, acquisitions, executive moves, companies, investors and company timelines. One credit for each returned record; the account owner creates the keys.

The API is at ${apiUrl}, the dashboard at ${dashboardUrl}.

## Documents

- [Guide for agents](${siteUrl}/agents.md): keys, paging, credits, errors, retries, every parameter, with code
- [OpenAPI 3.1](${siteUrl}/openapi.json): every request and response, with examples
- [Reference](${siteUrl}/reference): the same for people

## Endpoints

${endpoints.join("\n")}
`;
}
