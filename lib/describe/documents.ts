/** The documents that describe the interface to machines. The API's host and the dashboard's serve the same. */
import { SERVER_CARD_PATHS } from "@/lib/contract/mcp";
import { agentsGuide } from "./agents-guide";
import { llmsText } from "./llms-text";
import { openApiDocument } from "./openapi";
import { serverCard } from "./server-card";

/** Public addresses, without a slash at their end. */
interface Addresses {
  readonly apiUrl: string;
  readonly siteUrl: string;
  readonly dashboardUrl: string;
}

export interface Document {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The text of the document, for these addresses and this version of the package. */
  readonly text: (addresses: Addresses, version: string) => string;
}

/** They change with the addresses and the version alone. */
export const DOCUMENT_CACHE = "public, max-age=300";
const CACHED = { "Cache-Control": DOCUMENT_CACHE };

const SERVER_CARD = {
  headers: {
    ...CACHED,
    "Content-Type": "application/mcp-server-card+json",
    // Clients in browsers read it too.
    "Access-Control-Allow-Origin": "*",
  },
  text: (addresses, version) => JSON.stringify(serverCard({ ...addresses, version })),
} as const satisfies Omit<Document, "path">;

export const DOCUMENTS = {
  openapi: {
    path: "/openapi.json",
    headers: { ...CACHED, "Content-Type": "application/json" },
    text: (addresses, version) => JSON.stringify(openApiDocument({ ...addresses, version })),
  },
  agents: {
    path: "/agents.md",
    headers: { ...CACHED, "Content-Type": "text/markdown; charset=utf-8" },
    text: agentsGuide,
  },
  llms: {
    path: "/llms.txt",
    headers: { ...CACHED, "Content-Type": "text/plain; charset=utf-8" },
    text: llmsText,
  },
  serverCard: { path: SERVER_CARD_PATHS[0], ...SERVER_CARD },
  endpointCard: { path: SERVER_CARD_PATHS[1], ...SERVER_CARD },
} as const satisfies Record<string, Document>;
