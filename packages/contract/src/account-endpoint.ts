/** What an endpoint of the private API is: method, path and the schemas of its bodies, which both programs parse with. */
import type * as z from "zod/mini";

export interface AccountEndpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `:id` stands for one segment of the path. */
  readonly path: string;
  /** The JSON body of a request; undefined where there is none. */
  readonly request?: z.ZodMiniType;
  /** The JSON body of a response; undefined: 204, or a file. Unknown fields are left out. */
  readonly response?: z.ZodMiniType;
  /** A download: streamed through, however long that takes. */
  readonly file?: true;
  /** Server-sent events, for as long as the page is open. */
  readonly stream?: true;
  /** Needs no session. */
  readonly open?: true;
  /** Only for owners of the workspace. */
  readonly owner?: true;
  /** Requires a confirmed address. */
  readonly confirmed?: true;
  /** Only for operators of the installation. */
  readonly operator?: true;
}

export type RequestOf<E extends AccountEndpoint> = E extends { readonly request: infer S extends z.ZodMiniType }
  ? z.input<S>
  : undefined;
export type ResponseOf<E extends AccountEndpoint> = E extends { readonly response: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined;

interface CallParts {
  /** In place of `:id` in the path. */
  readonly id?: string;
  readonly search?: URLSearchParams;
  readonly body?: unknown;
}

/** What a call of an endpoint names: the id and the body exactly where the endpoint has them. */
type AccountCall<E extends AccountEndpoint> = Pick<CallParts, "search"> &
  (E["path"] extends `${string}/:id${string}` ? { readonly id: string } : { readonly id?: never }) &
  (E extends { readonly request: z.ZodMiniType } ? { readonly body: RequestOf<E> } : { readonly body?: never });

/** The call as an argument, which may be left out where nothing in it is required. */
export type CallArguments<E extends AccountEndpoint> =
  Record<never, never> extends AccountCall<E> ? [call?: AccountCall<E>] : [call: AccountCall<E>];

/** Method, path with its query, and JSON body of a call. */
export function serializeCall(endpoint: AccountEndpoint, call: CallParts = {}) {
  const path = endpoint.path.replace(":id", encodeURIComponent(call.id ?? ""));
  const query = call.search === undefined ? "" : `?${call.search}`;
  return {
    method: endpoint.method,
    pathAndSearch: `${path}${query}`,
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
  };
}

/** The parsed body of a successful response, or where it violates the endpoint's schema. */
export function parseAccountResponse<E extends AccountEndpoint>(
  endpoint: E,
  json: unknown,
): { readonly value: ResponseOf<E> } | { readonly violation: string } {
  const parsed = endpoint.response?.safeParse(json) ?? { success: true, data: undefined };
  // The output of the endpoint's own schema; the compiler does not resolve the type for any endpoint.
  if (parsed.success) return { value: parsed.data as ResponseOf<E> };
  return { violation: parsed.error.issues.map(({ path, code }) => `${path.join(".") || "body"}: ${code}`).join(", ") };
}

/** The message about a response that violates its schema. */
export function violationMessage(requestId: string | undefined): string {
  const named = requestId === undefined ? "" : ` Request id: ${requestId}.`;
  return `The service's response could not be read.${named}`;
}
