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
import { readBytes } from "../http/request-body";
import { fetchAccount } from "./account";
import { authorizeRequest, staleWorkspace } from "./authorize";
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
  const { method, headers } = request;
  const { search, searchParams } = new URL(request.url);
  const isPurchase = PURCHASES.includes(endpoint);
  if (isPurchase) {
    const intent = headers.get(INTENT_HEADER);
    if (intent !== "buy" && intent !== "refresh")
      return errorResponse(failure(403, "FORBIDDEN", `${INTENT_HEADER} of a purchase must be buy or refresh`));
    if (search.length > MAX_ADDRESS_BYTES)
      return errorResponse(failure(431, "HEADERS_TOO_LARGE", `The address is longer than ${MAX_ADDRESS_BYTES} bytes`));
  }
  const { foreign } = context;
  if (!endpoint.open) {
    if (foreign === undefined && caller.signIn === undefined) return errorResponse(NOT_SIGNED_IN.failure);
    const source = headers.has(PAGE_ACCOUNT_HEADER) ? await upstream(context, caller) : undefined;
    const stale = source && ("failure" in source ? source.failure : staleWorkspace(headers, source));
    if (stale !== undefined) return errorResponse(stale);
  }
  const most = endpoint.upload ?? MAX_BODY_BYTES;
  const bytes = method === "GET" ? new Uint8Array() : await readBytes(request, most);
  if (bytes === undefined)
    return errorResponse(failure(413, "PAYLOAD_TOO_LARGE", `the body is larger than ${most} bytes`));
  const text = endpoint.upload === undefined ? new TextDecoder().decode(bytes) : "";
  if (foreign !== undefined)
    return respondForeign(foreign, caller, { endpoint, path, search: searchParams, body: text, headers });
  const pathAndSearch = `${path}${search}`;
  if (isPurchase) {
    const key = headers.get(IDEMPOTENCY_KEY_HEADER);
    if (key === null) return errorResponse(invalidInput([{ parameter: IDEMPOTENCY_KEY_HEADER, message: NO_KEY }]));
    return forwardPurchase(context, caller, { key, method, pathAndSearch, body: text, headers });
  }
  const lastEventId = endpoint.stream ? headers.get(LAST_EVENT_ID_HEADER) : null;
  const response = await fetchAccount(context, caller, {
    method,
    pathAndSearch,
    body: endpoint.upload === undefined ? text : bytes,
    isStreamed: endpoint.file === true || endpoint.stream === true,
    headers: {
      [RENEW_SESSION_HEADER]: "1",
      ...ownView(headers),
      ...(lastEventId === null ? {} : { [LAST_EVENT_ID_HEADER]: lastEventId }),
    },
  });
  if ("failure" in response) return errorResponse(response.failure);
  return forwardResponse(response, endpoint, context.settings.dashboardUrl);
}
