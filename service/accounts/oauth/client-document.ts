/** Fetches a client's metadata document through the guarded client, and completes it as a registration. */
import type { Outbound } from "@/service/net/outbound";
import { normalizeClient } from "./client-metadata";

/** As the library expects it; throws when there is no complete response of at most the allowed size. */
export async function fetchClientDocument(
  outbound: Pick<Outbound, "get">,
  url: string,
  ownUrls: readonly string[],
): Promise<Response> {
  const { error, status, body, truncated } = await outbound.get(url, { Accept: "application/json" });
  if (error !== null || status === null) throw new Error(`the document can't be read: ${error}`);
  if (truncated) throw new Error("the document is too large");
  // A redirect is no document, and is never followed.
  if (status !== 200) return new Response(null, { status });
  const json: unknown = JSON.parse(body ?? "");
  const client = normalizeClient(json, ownUrls);
  if (typeof client === "string") throw new Error(client);
  // A document describes the client for every server: what it may have here is what a person approves.
  const { scope: _, ...described } = client;
  return Response.json({ ...described, ...statedMembers(json) });
}

/** Those that the library checks against the address and against each other. */
function statedMembers(json: unknown): Readonly<Record<string, unknown>> {
  if (typeof json !== "object" || json === null) return {};
  const CHECKED = ["client_id", "client_secret", "client_secret_expires_at", "token_endpoint_auth_method"];
  return Object.fromEntries(Object.entries(json).filter(([name]) => CHECKED.includes(name)));
}
