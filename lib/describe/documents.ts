/** These documents describe the interface to machines. The API's host and the dashboard's serve the same ones. */
import { hash } from "node:crypto";
import { SERVER_CARD_PATHS } from "@dealflow/contract/mcp";
import { type Addresses, agentsGuide } from "./guide/agents-guide";
import { llmsText } from "./guide/llms-text";
import { serverCard } from "./mcp/server-card";
import { openApiDocument } from "./openapi/openapi";

interface Document {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Writes the document for these addresses and this version of the package. */
  readonly text: (addresses: Addresses, version: string) => string;
}

/** Documents change only with the addresses and the version. */
export const DOCUMENT_CACHE = "public, max-age=300";
/** Clients in browsers read these documents too. */
const PUBLIC = { "Cache-Control": DOCUMENT_CACHE, "Access-Control-Allow-Origin": "*" };

const SERVER_CARD = {
  headers: { ...PUBLIC, "Content-Type": "application/mcp-server-card+json" },
  text: (addresses, version) => JSON.stringify(serverCard({ ...addresses, version })),
} as const satisfies Omit<Document, "path">;

export const DOCUMENTS = {
  openapi: {
    path: "/openapi.json",
    headers: { ...PUBLIC, "Content-Type": "application/json" },
    text: (addresses, version) => JSON.stringify(openApiDocument({ ...addresses, version })),
  },
  agents: {
    path: "/agents.md",
    headers: { ...PUBLIC, "Content-Type": "text/markdown; charset=utf-8" },
    text: agentsGuide,
  },
  llms: {
    path: "/llms.txt",
    headers: { ...PUBLIC, "Content-Type": "text/plain; charset=utf-8" },
    text: llmsText,
  },
  serverCard: { path: SERVER_CARD_PATHS[0], ...SERVER_CARD },
  endpointCard: { path: SERVER_CARD_PATHS[1], ...SERVER_CARD },
} as const satisfies Record<string, Document>;

/** Returns the validator of a text. It is weak, because the compressed and the plain text share it. */
export function entityTag(text: string): string {
  return `W/"${hash("sha256", text, "base64url").slice(0, 22)}"`;
}

/** Returns true when a reader has this version already (RFC 9110, 13.1.2). */
export function isNotModified(tag: string, ifNoneMatch: string | null | undefined): boolean {
  const strong = (one: string) => one.trim().replace(/^W\//, "");
  return (ifNoneMatch ?? "").split(",").some((one) => one.trim() === "*" || strong(one) === strong(tag));
}
