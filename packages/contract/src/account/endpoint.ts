/**
 * Describes an endpoint of the private API with method, path and the schemas of its bodies, which both programs parse
 * with.
 */
import type * as z from "zod/mini";

export interface AccountEndpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `:id` stands for one segment of the path. */
  readonly path: string;
  /** The JSON body of a request is undefined where there is none. */
  readonly request?: z.ZodMiniType;
  /** The JSON body of a response is undefined for a 204 or a file. Unknown fields are left out. */
  readonly response?: z.ZodMiniType;
  /** A success responds with 201 where something is created; without this, with 200 or 204. */
  readonly status?: 201;
  /** A download is streamed without a time limit. */
  readonly file?: true;
  /** The body of a request is bytes, at most this many. */
  readonly upload?: number;
  /** Server-sent events are streamed while the page is open. */
  readonly stream?: true;
  /** The endpoint needs no session. */
  readonly open?: true;
  /** Only owners of the workspace may call it. */
  readonly owner?: true;
  /** The person's address has to be confirmed. */
  readonly confirmed?: true;
  /** Only operators of the installation may call it; `or-demo` allows the demo account too, which is local. */
  readonly operator?: true | "or-demo";
}

/** The paths of the private API begin with this. */
export const ACCOUNT_PATH = "/account/v1";

type Declared = Omit<AccountEndpoint, "method"> & Partial<Pick<AccountEndpoint, "method">>;
type Completed<E extends Declared> = Pick<AccountEndpoint, "method"> &
  Omit<E, "method" | "path"> & { readonly path: `${typeof ACCOUNT_PATH}${E["path"]}` };

/** Completes endpoints whose paths are below `ACCOUNT_PATH`, and whose method is GET unless it is given. */
export function accountEndpoints<const E extends Readonly<Record<string, Declared>>>(endpoints: E) {
  const entries = Object.entries(endpoints).map(([name, endpoint]) => [
    name,
    { method: "GET", ...endpoint, path: `${ACCOUNT_PATH}${endpoint.path}` },
  ]);
  return Object.fromEntries(entries) as { readonly [Name in keyof E]: Completed<E[Name]> };
}

/** Does the same, and lets only operators call the endpoints. */
export function forOperators<
  const E extends Readonly<Record<string, Declared>>,
  const Who extends NonNullable<AccountEndpoint["operator"]>,
>(operator: Who, endpoints: E) {
  const entries = Object.entries(accountEndpoints(endpoints)).map(([name, one]) => [name, { ...one, operator }]);
  return Object.fromEntries(entries) as {
    readonly [Name in keyof E]: Completed<E[Name]> & { readonly operator: Who };
  };
}

export type RequestOf<E extends AccountEndpoint> = E extends { readonly request: infer S extends z.ZodMiniType }
  ? z.input<S>
  : undefined;
export type ResponseOf<E extends AccountEndpoint> = E extends { readonly response: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined;

interface CallParts {
  /** The id replaces `:id` in the path. */
  readonly id?: string;
  readonly search?: URLSearchParams;
  readonly body?: unknown;
}

/** A call names the id and the body exactly where the endpoint has them. */
type AccountCall<E extends AccountEndpoint> = Pick<CallParts, "search"> &
  (E["path"] extends `${string}/:id${string}` ? { readonly id: string } : { readonly id?: never }) &
  (E extends { readonly request: z.ZodMiniType } ? { readonly body: RequestOf<E> } : { readonly body?: never });

/** The call is an argument, which may be left out where nothing in it is required. */
export type CallArguments<E extends AccountEndpoint> =
  Record<never, never> extends AccountCall<E> ? [call?: AccountCall<E>] : [call: AccountCall<E>];

/** Returns the method, the path with its query, and the JSON body of a call. */
export function serializeCall(endpoint: AccountEndpoint, call: CallParts = {}) {
  const path = endpoint.path.replace(":id", encodeURIComponent(call.id ?? ""));
  const query = call.search === undefined ? "" : `?${call.search}`;
  return {
    method: endpoint.method,
    pathAndSearch: `${path}${query}`,
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
  };
}

/** Returns the parsed body of a successful response, or the place where it violates the endpoint's schema. */
export function parseAccountResponse<E extends AccountEndpoint>(
  endpoint: E,
  json: unknown,
): { readonly value: ResponseOf<E> } | { readonly violation: string } {
  const parsed = endpoint.response?.safeParse(json) ?? { success: true, data: undefined };
  // The value is the output of the endpoint's own schema, but the compiler does not resolve the type for any endpoint.
  if (parsed.success) return { value: parsed.data as ResponseOf<E> };
  return { violation: parsed.error.issues.map(({ path, code }) => `${path.join(".") || "body"}: ${code}`).join(", ") };
}

/** Describes a response that violates its schema. */
export function violationMessage(requestId: string | undefined): string {
  const named = requestId === undefined ? "" : ` Request id: ${requestId}.`;
  return `The service's response could not be read.${named}`;
}
