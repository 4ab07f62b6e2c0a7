/** Gives the endpoints the authorization server; the library is loaded with the first request. */

import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ConnectionRequest } from "@dealflow/contract/account/connections";
import { isScope, SCOPE_NAMES, type Scope } from "@dealflow/contract/scopes";
import type { InteractionResults } from "oidc-provider";
import * as z from "zod";
import { cleanClientName, normalizeClient } from "./client-metadata";
import type { Approval } from "./grants";
import { createProvider, getOwnUrls, type OAuthParts, type OAuthSettings } from "./provider";
import { createRecords } from "./records";
import { getHost } from "./redirects";

export type OAuthServer = ReturnType<typeof createOAuthServer>;

const PARAMETERS = z.object({ client_id: z.string(), redirect_uri: z.string(), scope: z.string() });
const CLIENT_ID_BYTES = 18;

export function createOAuthServer(settings: OAuthSettings, parts: OAuthParts, onError: (error: Error) => void) {
  let loaded: ReturnType<typeof create> | undefined;

  async function create() {
    const library = await loadLibrary();
    const records = createRecords(parts.pool, library, parts.now);
    const provider = createProvider(library, records, settings, parts);
    provider.on("server_error", (_, error) => onError(error));
    provider.onerror = onError;
    return { library, provider, clients: records("Client"), handle: provider.callback() };
  }

  function load() {
    loaded ??= create().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  }

  async function findRequest(id: string) {
    const request = await (await load()).provider.Interaction.find(id);
    return request?.result === undefined ? request : undefined;
  }

  /** Returns the address where the browser continues; undefined when the request has expired or was completed. */
  async function complete(id: string, result: InteractionResults): Promise<string | undefined> {
    const request = await findRequest(id);
    if (request === undefined) return undefined;
    request.result = result;
    await request.save(request.exp - Math.floor(parts.now() / 1_000));
    return new URL(request.returnTo).pathname;
  }

  return {
    /** Handles a request to one of the library's paths. */
    handle: async (request: IncomingMessage, response: ServerResponse): Promise<void> =>
      (await load()).handle(request, response),

    /** Returns the stored client, or one sentence about the problem. */
    async register(metadata: unknown): Promise<Readonly<Record<string, unknown>> | string> {
      const client = normalizeClient(metadata, getOwnUrls(settings));
      if (typeof client === "string") return client;
      const { library, provider, clients } = await load();
      const clientId = randomBytes(CLIENT_ID_BYTES).toString("base64url");
      const complete = { ...client, client_id: clientId, client_id_issued_at: Math.floor(parts.now() / 1_000) };
      await clients.upsert(clientId, complete);
      try {
        // The client is read back, because the library has its own rules.
        await provider.Client.find(clientId);
      } catch (error) {
        await clients.destroy(clientId);
        if (error instanceof library.errors.OIDCProviderError) return error.error_description ?? error.message;
        throw error;
      }
      return complete;
    },

    /** Returns the scopes that a client registered for; all of them when it named none, or is not registered. */
    async readClientScopes(clientId: string): Promise<readonly Scope[]> {
      const client = await (await load()).clients.find(clientId);
      const scopes = client?.scope?.split(" ").filter(isScope) ?? [];
      return scopes.length === 0 ? SCOPE_NAMES : scopes;
    },

    /** Returns undefined when the request has expired or was completed. */
    async readRequest(id: string): Promise<ConnectionRequest | undefined> {
      const request = await findRequest(id);
      if (request === undefined) return undefined;
      const { client_id, redirect_uri, scope } = PARAMETERS.parse(request.params);
      const client = await (await load()).provider.Client.find(client_id);
      if (client === undefined) return undefined;
      return {
        clientName: cleanClientName(client.clientName) ?? null,
        clientHost: getHost(client_id, redirect_uri),
        verified: client_id.startsWith("https://"),
        redirectUri: redirect_uri,
        scopes: scope.split(" ").filter(isScope),
      };
    },

    approve: (id: string, approval: Approval) =>
      complete(id, { login: { accountId: approval.personId, remember: false }, consent: approval }),
    deny: (id: string) => complete(id, { error: "access_denied", error_description: "the person declined" }),
  };
}

/** The library prints this below Node 22 although it runs there; nothing else that it prints is suppressed. */
const RUNTIME_WARNING = "oidc-provider WARNING: Unsupported runtime. Use Node.js v22.x LTS, or a later LTS release.";

/** Loads oidc-provider with the first request that needs it, so that a service without MCP clients never pays for it. */
async function loadLibrary(): Promise<typeof import("oidc-provider")> {
  const { warn } = console;
  console.warn = (...values: unknown[]) => {
    if (!String(values[0]).includes(RUNTIME_WARNING)) warn(...values);
  };
  try {
    return await import("oidc-provider");
  } finally {
    console.warn = warn;
  }
}
