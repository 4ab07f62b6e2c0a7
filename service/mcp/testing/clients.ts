/** Connects the official clients to a service with a token: the current one, and that of the older revisions. */

import { MCP_PATH } from "@dealflow/contract/oauth";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const INFO = { name: "test", version: "1" };

interface At {
  readonly url: string;
}

/** @param revision by default the newest that both know */
export async function connectClient({ url }: At, token: string, revision = "2026-07-28"): Promise<Client> {
  const client = new Client(INFO, {
    versionNegotiation: { mode: revision === "2026-07-28" ? { pin: revision } : "legacy" },
    ...(revision === "2026-07-28" ? {} : { supportedProtocolVersions: [revision] }),
  });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}${MCP_PATH}`), { requestInit: { headers } }));
  return client;
}

export async function connectOlderClient({ url }: At, token: string): Promise<OlderClient> {
  const client = new OlderClient(INFO);
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(new OlderTransport(new URL(`${url}${MCP_PATH}`), { requestInit: { headers } }));
  return client;
}
