/** The machine-readable documents about the API, as the site serves them; the API host serves the same. */
import "server-only";
import { agentsGuide } from "@/lib/describe/agents-guide";
import { llmsText } from "@/lib/describe/llms-text";
import { openApiDocument } from "@/lib/describe/openapi";
import packageFile from "@/package.json";
import type { Environment } from "./environment";
import { DOCUMENT_CACHE } from "./response-headers";

type Addresses = Pick<Environment, "apiUrl" | "siteUrl" | "dashboardUrl">;

const DOCUMENTS = {
  openapi: {
    type: "application/json",
    text: (addresses: Addresses) => JSON.stringify(openApiDocument({ ...addresses, version: packageFile.version })),
  },
  agents: { type: "text/markdown; charset=utf-8", text: agentsGuide },
  llms: { type: "text/plain; charset=utf-8", text: llmsText },
} as const;

/** With a foreign host they describe what is at its address. */
export function documentResponse(
  name: keyof typeof DOCUMENTS,
  { apiUrl, siteUrl, dashboardUrl }: Environment,
): Response {
  const { type, text } = DOCUMENTS[name];
  return new Response(text({ apiUrl, siteUrl, dashboardUrl }), {
    headers: { "Content-Type": type, "Cache-Control": DOCUMENT_CACHE },
  });
}
