/** What a client may state about itself, by registration or in its metadata document. */

import { CLIENT_LIMITS } from "@dealflow/contract/oauth";
import { isScope } from "@dealflow/contract/scopes";
import * as z from "zod";
import { cleanClientName } from "./client-name";
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

export type ClientMetadata = Readonly<Record<string, unknown>>;

/**
 * The metadata as a public client's: without a secret, with our scopes, and native when it returns to an app on the
 * person's machine, since clients leave that out. Otherwise one sentence about what is wrong.
 *
 * @param ownUrls of this installation, to which no client may return
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
