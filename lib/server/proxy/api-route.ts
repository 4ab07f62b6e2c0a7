/** Serves the API to the forms of the reference; at another host from what was bought there, or bought. */
import "server-only";
import { accountFeedPath } from "@dealflow/contract/account/people";
import { MAX_ADDRESS_BYTES, MAX_BODY_BYTES } from "@dealflow/contract/errors";
import { IDEMPOTENCY_KEY_HEADER } from "@dealflow/contract/headers";
import { v7 as uuid } from "uuid";
import { INTENT_HEADER, INTENTS } from "@/lib/api/dashboard";
import type { DashboardContext } from "../dashboard-context";
import { respondToRequest } from "../foreign/respond";
import { errorResponse, failure, invalidInput, methodNotAllowed } from "../http/error-responses";
import { readBody } from "../http/request-body";
import { endpointsAt, parseApiRequest } from "./api-request";
import { authorizeRequest, staleWorkspace } from "./authorize";
import { forwardPurchase } from "./forward";
import { upstream } from "./upstream";

/** `path` is the API's (`/v1/funding-events`). */
export async function handleApiRequest(context: DashboardContext, path: string, request: Request): Promise<Response> {
  const endpoints = endpointsAt(path);
  const endpoint = endpoints.find(({ method }) => method === request.method);
  if (endpoint === undefined && endpoints.length > 0)
    return methodNotAllowed(
      request.method,
      endpoints.map(({ method }) => method),
    );
  const caller = authorizeRequest(context, request.headers);
  if ("failure" in caller) return errorResponse(caller.failure);
  const given = request.headers.get(INTENT_HEADER);
  const intent = INTENTS.find((one) => one === given);
  if (intent === undefined)
    return errorResponse(failure(403, "FORBIDDEN", `${INTENT_HEADER} must be one of ${INTENTS.join(", ")}`));
  const { search, searchParams } = new URL(request.url);
  if (search.length > MAX_ADDRESS_BYTES)
    return errorResponse(failure(431, "HEADERS_TOO_LARGE", `The address is longer than ${MAX_ADDRESS_BYTES} bytes`));
  const body = await readBody(request);
  if (body === undefined)
    return errorResponse(failure(413, "PAYLOAD_TOO_LARGE", `the body is larger than ${MAX_BODY_BYTES} bytes`));
  if (endpoint === undefined)
    return errorResponse(failure(404, "NOT_FOUND", `${path.slice(0, 100)} is not an API path`));
  const apiRequest = parseApiRequest(endpoint, searchParams, body);
  if ("issues" in apiRequest) return errorResponse(invalidInput(apiRequest.issues));
  if (intent === "check") return new Response(null, { status: 204 });
  const source = await upstream(context, caller);
  if ("failure" in source) return errorResponse(source.failure);
  const stale = staleWorkspace(request.headers, source);
  if (stale !== undefined) return errorResponse(stale);
  if (context.foreign !== undefined)
    return respondToRequest(context.foreign, caller, apiRequest, intent, request.headers);
  const { call } = apiRequest;
  return forwardPurchase(context, caller, {
    key: request.headers.get(IDEMPOTENCY_KEY_HEADER) ?? uuid(),
    method: request.method,
    pathAndSearch: accountFeedPath(call.path),
    body: call.body ?? "",
    headers: request.headers,
  });
}
