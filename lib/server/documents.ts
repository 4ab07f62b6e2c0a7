/** The machine-readable documents about the API, as the dashboard's host serves them. */
import "server-only";
import { DOCUMENTS } from "@/lib/describe/documents";
import packageFile from "@/package.json";
import type { Environment } from "./environment";

/** With a foreign host they describe what is at its address. */
export function documentResponse(
  name: keyof typeof DOCUMENTS,
  { apiUrl, siteUrl, dashboardUrl }: Environment,
): Response {
  const { headers, text } = DOCUMENTS[name];
  return new Response(text({ apiUrl, siteUrl, dashboardUrl }, packageFile.version), { headers });
}
