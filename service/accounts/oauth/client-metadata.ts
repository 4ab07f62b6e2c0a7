/** What a client may state about itself, by registration or in its metadata document. */
import * as z from "zod";
import { CLIENT_LIMITS } from "@/lib/contract/oauth";
import { isScope } from "@/lib/contract/scopes";
import { isLoopback } from "@/lib/net/loopback";

const NOT_ALLOWED = /^(javascript|vbscript|data|blob|file|about|ws|wss|ftp):$/;

const redirectUri = z
  .string()
  .max(CLIENT_LIMITS.redirectUri)
  .refine((text) => redirectProblem(text) === undefined, { error: ({ input }) => redirectProblem(String(input)) });

/** Unknown fields are ignored, as RFC 7591 requires. */
const metadata = z.object({
  redirect_uris: z.array(redirectUri).min(1).max(CLIENT_LIMITS.redirectUris),
  client_name: z.string().trim().min(1).max(CLIENT_LIMITS.name).optional().catch(undefined),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  scope: z.string().optional(),
  application_type: z.enum(["web", "native"]).optional(),
});

export type ClientMetadata = Readonly<Record<string, unknown>>;

/**
 * The metadata as a public client's: without a secret, with our scopes, and native when it returns to an app on the
 * person's machine, since clients leave that out. Otherwise one sentence about what is wrong.
 */
export function normalizeClient(given: unknown): ClientMetadata | string {
  const parsed = metadata.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join(".") || "the metadata"}: ${issue?.message ?? "cannot be read"}`;
  }
  const { redirect_uris, client_name, grant_types, response_types, scope, application_type } = parsed.data;
  if (grant_types !== undefined && !grant_types.includes("authorization_code"))
    return "grant_types must include authorization_code";
  if (response_types !== undefined && !response_types.includes("code")) return "response_types must include code";
  const scopes = scope?.split(" ").filter(isScope) ?? [];
  return {
    redirect_uris,
    ...(client_name === undefined ? {} : { client_name }),
    ...(scopes.length === 0 ? {} : { scope: scopes.join(" ") }),
    grant_types: ["authorization_code", ...(grant_types?.includes("refresh_token") === false ? [] : ["refresh_token"])],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: redirect_uris.some(isOfMachine) ? "native" : (application_type ?? "web"),
  };
}

/** A redirect to a program on the person's machine, by its own scheme or by a port of that machine. */
function isOfMachine(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol !== "https:" && (protocol !== "http:" || isLoopback(hostname));
}

function redirectProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return "must be a URL";
  const { protocol, hostname, hash, username, password } = new URL(text);
  if (hash !== "" || text.includes("#")) return "must have no fragment";
  if (username !== "" || password !== "") return "must have no user name";
  if (protocol === "http:" && !isLoopback(hostname)) return "must start with https:// unless it is on this machine";
  return NOT_ALLOWED.test(protocol) ? `must not use ${protocol}` : undefined;
}

/** What a person sees as the origin of a request: where its response goes, whatever the client calls itself. */
export function hostOf(clientId: string, redirect: string): string {
  if (clientId.startsWith("https://")) return new URL(clientId).host;
  const { protocol, host, hostname } = new URL(redirect);
  if (protocol === "https:") return host;
  return isLoopback(hostname) && protocol === "http:" ? hostname : protocol;
}
