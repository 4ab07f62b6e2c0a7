/** Turns an approved request into a connection and its grant, in the browser that began the request. */

import { SCOPE_NAMES } from "@dealflow/contract/scopes";
import type { KoaContextWithOIDC } from "oidc-provider";
import * as z from "zod";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";
import { endConnections } from "../connections";
import { cleanClientName } from "./client-metadata";
import type { Library, OAuthParts } from "./provider";
import { getHost } from "./redirects";

/** The approval waits in the request until the person's browser continues it. */
const APPROVAL = z.object({
  workspaceId: z.uuid(),
  personId: z.uuid(),
  /** The same session of the dashboard must continue the request. */
  sessionId: z.uuid(),
  scopes: z.array(z.enum(SCOPE_NAMES)).min(1),
  dailyAllowance: z.int().min(0),
});
export type Approval = z.infer<typeof APPROVAL>;

const PARAMETERS = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: z.string(),
  resource: z.union([z.string(), z.array(z.string())]),
});

/** Makes the function that gives a request its grant, which returns undefined while the request is not approved. */
export function createGrants({ errors }: Library, { pool, people, now }: OAuthParts) {
  return async (context: KoaContextWithOIDC) => {
    const { result, client, params, provider } = context.oidc;
    if (result?.consent === undefined || client === undefined) return undefined;
    const approval = APPROVAL.parse(result.consent);
    const { workspaceId, personId, scopes } = approval;
    const token = people.cookies.parseToken(context.get("cookie"));
    const session = token === undefined ? undefined : await people.sessions.getSession(token, true);
    // Another browser is rejected: the person who sent the link to the consent page would get the tokens.
    if (session?.viewer.sessionId !== approval.sessionId) {
      const error = new errors.SessionNotFound("approved in another browser");
      error.allow_redirect = false;
      throw error;
    }
    const { redirect_uri, scope, resource } = PARAMETERS.parse(params);
    const host = getHost(client.clientId, redirect_uri);
    const id = newId();
    const at = new Date(now());
    const inserted = await inTransaction(pool, async (db) => {
      const { rowCount } = await db.query(
        `insert into mcp_connections (id, workspace_id, person_id, client_id, client_name, client_host, redirect_uri,
           scopes, daily_allowance, created_at)
         select $1, m.workspace_id, m.user_id, $4, $5, $6, $7, $8, $9, $10
         from members m join workspaces w on w.id = m.workspace_id and not w.blocked
         where m.workspace_id = $2 and m.user_id = $3 for share of m`,
        [
          ...[id, workspaceId, personId, client.clientId, cleanClientName(client.clientName) ?? host],
          ...[host, redirect_uri, scopes, approval.dailyAllowance, at],
        ],
      );
      // A registration is one installation, so a second approval replaces its connection.
      const isEarlier = `client_id = $2 and person_id = $3 and workspace_id = $4 and id <> $5
        and revoked_at is null and client_id not like 'https://%'`;
      await endConnections(db, at, isEarlier, client.clientId, personId, workspaceId, id);
      return rowCount === 1;
    });
    if (!inserted) throw new errors.AccessDenied("this workspace is not available");
    const grant = new provider.Grant({ accountId: personId, clientId: client.clientId });
    grant.jti = id;
    const requested = scope.split(" ");
    const granted = requested.filter((name) => scopes.some((one) => one === name)).join(" ");
    const rejected = requested.filter((name) => !scopes.some((one) => one === name)).join(" ");
    for (const indicator of [resource].flat()) {
      grant.addResourceScope(indicator, granted);
      if (rejected !== "") grant.rejectResourceScope(indicator, rejected);
    }
    grant.addOIDCScope(granted);
    if (rejected !== "") grant.rejectOIDCScope(rejected);
    await grant.save();
    return grant;
  };
}
