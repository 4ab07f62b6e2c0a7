/** Serves the machine-readable documents about the API at the dashboard's host. */
import "server-only";
import { DOCUMENTS, entityTag, isNotModified } from "@/lib/describe/documents";
import packageFile from "@/package.json";
import type { Environment } from "../environment";

/** With a foreign host they describe what is at its address. */
export function documentResponse(
  request: Request,
  name: keyof typeof DOCUMENTS,
  { apiUrl, siteUrl, dashboardUrl }: Environment,
): Response {
  const { headers, text } = DOCUMENTS[name];
  const document = text({ apiUrl, siteUrl, dashboardUrl }, packageFile.version);
  const tagged = { ...headers, ETag: entityTag(document) };
  return isNotModified(tagged.ETag, request.headers.get("If-None-Match"))
    ? new Response(null, { status: 304, headers: tagged })
    : new Response(document, { headers: tagged });
}
