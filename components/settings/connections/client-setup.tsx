/** Shows how to connect each of the common MCP clients to this address; docs/mcp.md has the same steps. */
import { useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Segmented } from "@/components/ui/segmented";

interface Client {
  readonly title: string;
  readonly step: string;
  /** A person pastes this text, where it is more than the address. */
  readonly snippet?: (address: string) => string;
}

const CLIENTS = {
  claude: {
    title: "Claude",
    step: "Settings → Connectors → Add custom connector: enter a name and the address, then choose Connect.",
  },
  claudeCode: {
    title: "Claude Code",
    step: "Run this in a terminal, then enter /mcp in a session to sign in.",
    snippet: (address) => `claude mcp add --transport http dealflow ${address}`,
  },
  chatgpt: {
    title: "ChatGPT",
    step: "Settings → Apps & Connectors → Advanced → Developer mode, then Create: enter the address, authentication OAuth.",
  },
  cursor: {
    title: "Cursor",
    step: "Add this to ~/.cursor/mcp.json, then choose Settings → MCP → Login.",
    snippet: (address) => JSON.stringify({ mcpServers: { dealflow: { url: address } } }),
  },
  vscode: {
    title: "VS Code",
    step: "Add this to .vscode/mcp.json, then choose Start above the entry.",
    snippet: (address) => JSON.stringify({ servers: { dealflow: { type: "http", url: address } } }),
  },
  n8n: {
    title: "n8n",
    step: "In an MCP Client Tool node: the address as endpoint, transport HTTP Streamable, authentication MCP OAuth2.",
  },
} as const satisfies Record<string, Client>;

type ClientName = keyof typeof CLIENTS;

const OPTIONS = (Object.keys(CLIENTS) as ClientName[]).map((value) => ({ value, title: CLIENTS[value].title }));

export function ClientSetup({ address }: { address: string }) {
  const [name, setName] = useState<ClientName>("claude");
  const client: Client = CLIENTS[name];
  return (
    <div className="max-w-[720px] px-gutter pb-3.5">
      <div className="@container overflow-x-auto pb-2">
        <Segmented label="Set up a client" variant="underlined" options={OPTIONS} value={name} onChange={setName} />
      </div>
      <p className="pb-2 text-text-2">{client.step}</p>
      <Snippet text={client.snippet?.(address) ?? address} what={client.snippet ? "set-up" : "MCP address"} />
    </div>
  );
}

function Snippet({ text, what }: { text: string; what: string }) {
  return (
    <p className="flex items-center justify-between gap-4">
      <code className="min-w-0 flex-1 rounded-2 bg-surface-well px-2.5 py-2 font-mono text-12 wrap-anywhere select-all">
        {text}
      </code>
      <CopyButton text={text} what={what} />
    </p>
  );
}
