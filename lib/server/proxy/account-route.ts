/** Passes the private API of our own service to the dashboard's pages, unchanged. Only the endpoints of `BUY` can charge. */
import "server-only";
import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import { BUY } from "@dealflow/contract/account/explore";
import { LAST_EVENT_ID_HEADER } from "@dealflow/contract/account/inbox-stream";
import { RENEW_SESSION_HEADER } from "@dealflow/contract/account/people";
import { MAX_ADDRESS_BYTES, MAX_BODY_BYTES } from "@dealflow/contract/errors";
import { IDEMPOTENCY_KEY_HEADER } from "@dealflow/contract/headers";
import { INTENT_HEADER, PAGE_ACCOUNT_HEADER } from "@/lib/api/dashboard";
import type { DashboardContext } from "../dashboard-context";
import { respondForeign } from "../foreign/private-api";
import { errorResponse, failure, invalidInput, methodNotAllowed } from "../http/error-responses";
import { readBody, readBytes } from "../http/request-body";
import { fetchAccount } from "./account";
import { authorizeRequest, staleWorkspace } from "./authorize";
import type { Caller } from "./caller";
import { forwardPurchase, forwardResponse, ownView } from "./forward";
import { NOT_SIGNED_IN, upstream } from "./upstream";

const NO_KEY = `${IDEMPOTENCY_KEY_HEADER} is missing`;
const PURCHASES: readonly AccountEndpoint[] = Object.values(BUY);
const ENDPOINTS = [...Object.values<AccountEndpoint>(ACCOUNT), ...PURCHASES].map((endpoint) => ({
  endpoint,
  path: new RegExp(`^${endpoint.path.replaceAll(":id", "[\\w-]{1,64}")}$`),
}));

/** `path` is that of the private API (`/account/v1/workspace`). */
export async function handleAccountRequest(
  context: DashboardContext,
  path: string,
  request: Request,
): Promise<Response> {
  const caller = authorizeRequest(context, request.headers);
  if ("failure" in caller) return errorResponse(caller.failure);
  const at = ENDPOINTS.flatMap(({ endpoint, path: pattern }) => (pattern.test(path) ? [endpoint] : []));
  if (at.length === 0) return errorResponse(failure(404, "NOT_FOUND", `no endpoint at ${path.slice(0, 100)}`));
  const endpoint = at.find(({ method }) => method === request.method);
  if (endpoint === undefined)
    return methodNotAllowed(
      request.method,
      at.map(({ method }) => method),
    );
  const { search, searchParams } = new URL(request.url);
  const isPurchase = PURCHASES.includes(endpoint);
  if (isPurchase) {
    const intent = request.headers.get(INTENT_HEADER);
    if (intent !== "buy" && intent !== "refresh")
      return errorResponse(failure(403, "FORBIDDEN", `${INTENT_HEADER} of a purchase must be buy or refresh`));
    if (search.length > MAX_ADDRESS_BYTES)
      return errorResponse(failure(431, "HEADERS_TOO_LARGE", `The address is longer than ${MAX_ADDRESS_BYTES} bytes`));
  }
  if (endpoint.upload !== undefined)
    return forwardUpload(context, caller, `${path}${search}`, endpoint.upload, request);
  const body = request.method === "GET" ? "" : await readBody(request);
  if (body === undefined) return tooLarge(MAX_BODY_BYTES);
  if (!endpoint.open && context.foreign === undefined) {
    if (caller.signIn === undefined) return errorResponse(NOT_SIGNED_IN.failure);
    const source = request.headers.has(PAGE_ACCOUNT_HEADER) ? await upstream(context, caller) : undefined;
    const stale = source && ("failure" in source ? source.failure : staleWorkspace(request.headers, source));
    if (stale !== undefined) return errorResponse(stale);
  }
  const { foreign } = context;
  if (foreign !== undefined) {
    const stale = staleWorkspace(request.headers, foreign);
    if (stale !== undefined) return errorResponse(stale);
    const { headers } = request;
    return respondForeign(foreign, caller, { endpoint, path, search: searchParams, body, headers });
  }
  const pathAndSearch = `${path}${search}`;
  if (isPurchase) {
    const { method, headers } = request;
    const key = headers.get(IDEMPOTENCY_KEY_HEADER);
    if (key === null) return errorResponse(invalidInput([{ parameter: IDEMPOTENCY_KEY_HEADER, message: NO_KEY }]));
    return forwardPurchase(context, caller, { key, method, pathAndSearch, body, headers });
  }
  const lastEventId = endpoint.stream ? request.headers.get(LAST_EVENT_ID_HEADER) : null;
  const response = await fetchAccount(context, caller, {
    method: request.method,
    pathAndSearch,
    body,
    isStreamed: endpoint.file === true || endpoint.stream === true,
    headers: {
      [RENEW_SESSION_HEADER]: "1",
      ...ownView(request.headers),
      ...(lastEventId === null ? {} : { [LAST_EVENT_ID_HEADER]: lastEventId }),
    },
  });
  if ("failure" in response) return errorResponse(response.failure);
  return forwardResponse(response, endpoint, context.settings.dashboardUrl);
}

async function forwardUpload(
  context: DashboardContext,
  caller: Caller,
  pathAndSearch: string,
  most: number,
  request: Request,
): Promise<Response> {
  if (context.foreign === undefined && caller.signIn === undefined) return errorResponse(NOT_SIGNED_IN.failure);
  const body = await readBytes(request, most);
  if (body === undefined) return tooLarge(most);
  const response = await fetchAccount(context, caller, { method: request.method, pathAndSearch, body });
  if ("failure" in response) return errorResponse(response.failure);
  return forwardResponse(response, {}, context.settings.dashboardUrl);
}

function tooLarge(bytes: number): Response {
  return errorResponse(failure(413, "PAYLOAD_TOO_LARGE", `the body is larger than ${bytes} bytes`));
}
