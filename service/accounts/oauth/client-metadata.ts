/** Checks and completes a client's metadata, from a registration or a fetched document. */

import { CLIENT_LIMITS } from "@dealflow/contract/oauth";
import { characters, isPlainText } from "@dealflow/contract/query/syntax";
import { isScope } from "@dealflow/contract/scopes";
import * as z from "zod";
import type { Outbound } from "@/service/net/outbound";
import { isOfMachine, leadsHere, redirectProblem } from "./redirects";

/** Unknown fields are ignored, as RFC 7591 requires. */
const metadata = z.object({
  redirect_uris: z.array(z.string()).min(1).max(CLIENT_LIMITS.redirectUris),
  client_name: z.string().optional().catch(undefined),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  scope: z.string().optional(),
  application_type: z.enum(["web", "native"]).optional(),
});

type ClientMetadata = Readonly<Record<string, unknown>>;

/**
 * Returns the metadata as a public client's: without a secret, with our scopes, and native when it returns to an app on
 * the person's machine, since clients leave that out. Returns one sentence when something is wrong.
 * @param ownUrls addresses of this installation, to which no client may return
 */
export function normalizeClient(given: unknown, ownUrls: readonly string[]): ClientMetadata | string {
  const parsed = metadata.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join(".") || "the metadata"}: ${issue?.message ?? "cannot be read"}`;
  }
  const { redirect_uris, client_name, grant_types, response_types, scope, application_type } = parsed.data;
  for (const [index, text] of redirect_uris.entries()) {
    const problem = redirectProblem(text) ?? ownProblem(text, ownUrls);
    if (problem !== undefined) return `redirect_uris.${index}: ${problem}`;
  }
  if (grant_types !== undefined && !grant_types.includes("authorization_code"))
    return "grant_types must include authorization_code";
  if (response_types !== undefined && !response_types.includes("code")) return "response_types must include code";
  const scopes = scope?.split(" ").filter(isScope) ?? [];
  const name = cleanClientName(client_name);
  return {
    redirect_uris,
    ...(name === undefined ? {} : { client_name: name }),
    ...(scopes.length === 0 ? {} : { scope: scopes.join(" ") }),
    grant_types: ["authorization_code", ...(grant_types?.includes("refresh_token") === false ? [] : ["refresh_token"])],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: redirect_uris.some(isOfMachine) ? "native" : (application_type ?? "web"),
  };
}

/** Rejects redirects to this installation. A loopback redirect without a port is allowed, since requests add the port of the client. */
function ownProblem(text: string, ownUrls: readonly string[]): string | undefined {
  const isOfAnyPort = text.startsWith("http:") && new URL(text).port === "";
  return !isOfAnyPort && leadsHere(text, ownUrls) ? "must not be an address of Dealflow itself" : undefined;
}

/** Fetches a metadata document for the library; throws when there is no complete response of at most the allowed size. */
export async function fetchClientDocument(
  outbound: Pick<Outbound, "get">,
  url: string,
  ownUrls: readonly string[],
): Promise<Response> {
  const { error, status, body, truncated } = await outbound.get(url, { Accept: "application/json" });
  if (error !== null || status === null) throw new Error(`the document can't be read: ${error}`);
  if (truncated) throw new Error("the document is too large");
  // Redirects are never followed.
  if (status !== 200) return new Response(null, { status });
  const json: unknown = JSON.parse(body ?? "");
  const client = normalizeClient(json, ownUrls);
  if (typeof client === "string") throw new Error(client);
  // A document describes the client for every server; its scopes here are those that a person approves.
  const { scope: _, ...described } = client;
  return Response.json({ ...described, ...statedMembers(json) });
}

/** Keeps the members that the library checks against the address and against each other. */
function statedMembers(json: unknown): Readonly<Record<string, unknown>> {
  if (typeof json !== "object" || json === null) return {};
  const CHECKED = ["client_id", "client_secret", "client_secret_expires_at", "token_endpoint_auth_method"];
  return Object.fromEntries(Object.entries(json).filter(([name]) => CHECKED.includes(name)));
}

/** A name with an address or host could be taken for the target; "verified" and our own name are ours to use. */
const MISLEADING = /:\/\/|\bwww\.|[\p{L}\d]\.\p{L}{2}|verified|dealflow/iu;
/** Claude Code adds the name that a person gave to the server, which our documentation suggests. */
const OWN_NAME_ADDED = /\s*\(dealflow\)$/i;

/** Cuts the name to the maximum length. Returns undefined for a misleading name; its client is shown by its host. */
export function cleanClientName(given: string | undefined): string | undefined {
  const name = given?.normalize("NFKC").trim().replace(OWN_NAME_ADDED, "") ?? "";
  if (name === "" || !isPlainText(name) || MISLEADING.test(name)) return undefined;
  return characters(name) <= CLIENT_LIMITS.name ? name : `${[...name].slice(0, CLIENT_LIMITS.name - 1).join("")}…`;
}
