/** Serves the authorization server's metadata (RFC 8414). */
import { OAUTH_PATHS } from "@dealflow/contract/oauth";
import { SCOPE_NAMES } from "@dealflow/contract/scopes";

/** Codes are sent neither in fragments nor by a page that submits itself. */
export const RESPONSE_MODES = ["query"];

export function authorizationServerMetadata(dashboardUrl: string) {
  return {
    issuer: dashboardUrl,
    authorization_endpoint: `${dashboardUrl}${OAUTH_PATHS.authorize}`,
    token_endpoint: `${dashboardUrl}${OAUTH_PATHS.token}`,
    registration_endpoint: `${dashboardUrl}${OAUTH_PATHS.register}`,
    revocation_endpoint: `${dashboardUrl}${OAUTH_PATHS.revoke}`,
    scopes_supported: SCOPE_NAMES,
    response_types_supported: ["code"],
    response_modes_supported: RESPONSE_MODES,
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}
