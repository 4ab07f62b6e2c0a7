/** Serves endpoints of the account: a handler gets the parts of a request, and returns the body of the response. */

import type { AccountEndpoint, ResponseOf } from "@dealflow/contract/account/endpoint";
import { RETRY_AFTER_HEADER } from "@dealflow/contract/headers";
import { quote } from "@dealflow/contract/query/quote";
import { isUuid } from "@dealflow/contract/query/syntax";
import type { Context } from "hono";
import type * as z from "zod/mini";
import type { WorkspaceMember } from "@/service/accounts/workspaces";
import { getPurchaseScope, type PurchaseScope } from "@/service/feed/purchases/purchased";
import { RuleError } from "@/service/store/rule-error";
import { ApiError } from "../api-error";
import type { Env, HandlerFactory, Services } from "../context";
import { parseBodyText, readBody } from "../read-request";

/** Properties are read when a handler names them, so an endpoint without a session or an id never reads them. */
export class AccountRequest<E extends AccountEndpoint> {
  readonly now = new Date();

  constructor(
    readonly c: Context<Env>,
    private readonly endpoint: E,
    private readonly payOnceDays: number,
  ) {}

  get viewer() {
    return this.c.get("viewer");
  }

  get workspaceId(): string {
    return this.c.get("caller").workspaceId;
  }

  /** The person in the open workspace. */
  get scope(): WorkspaceMember {
    return { workspaceId: this.workspaceId, personId: this.viewer.personId };
  }

  /** This scope selects the records that the workspace has purchased and still owns. */
  get purchases(): PurchaseScope {
    return getPurchaseScope(this.workspaceId, this.payOnceDays, this.now);
  }

  /** The id in the path; throws a 404 when it is malformed. */
  get id(): string {
    if (!isUuid(this.given)) throw new ApiError("NOT_FOUND", `no item has the id ${quote(this.given)}`);
    return this.given;
  }

  /** The path has this in the place of an id, where items are also named by an address or a number. */
  get given(): string {
    return this.c.req.param("id") ?? "";
  }

  /** Reads the body by the schema of the endpoint. */
  readonly body = async (): Promise<BodyOf<E>> => {
    const { request } = this.endpoint;
    if (request === undefined) throw new Error(`${this.endpoint.path} takes no body.`);
    // The value is the output of the endpoint's own schema, but the compiler does not resolve the type for any endpoint.
    return parseBodyText(await readBody(this.c), { request }) as BodyOf<E>;
  };
}

type BodyOf<E extends AccountEndpoint> = E extends { readonly request: infer S extends z.ZodMiniType }
  ? z.output<S>
  : never;

/** Nothing is a 204. A handler responds itself where a response has headers, or no JSON. */
type Answer<E extends AccountEndpoint> =
  | Response
  // biome-ignore lint/suspicious/noConfusingVoidType: functions that return nothing return a Promise<void>
  | (E extends { readonly response: z.ZodMiniType } ? ResponseOf<E> : void);

type AccountHandler<E extends AccountEndpoint> = (
  services: Services,
  request: AccountRequest<E>,
) => Promise<Answer<E>> | Answer<E>;

export function handle<E extends AccountEndpoint>(endpoint: E, handler: AccountHandler<E>): HandlerFactory {
  return (services) => async (c) => {
    try {
      const answer = await handler(services, new AccountRequest(c, endpoint, services.payOnceDays));
      if (answer instanceof Response) return answer;
      return answer === undefined ? c.body(null, 204) : c.json(answer, endpoint.status ?? 200);
    } catch (error) {
      throw toApiError(error);
    }
  };
}

type HandlersOf<E extends Readonly<Record<string, AccountEndpoint>>> = {
  readonly [Name in keyof E]?: AccountHandler<E[Name]>;
};

/** Creates handlers of these endpoints by their names. */
export function handleEach<E extends Readonly<Record<string, AccountEndpoint>>, H extends HandlersOf<E>>(
  endpoints: E,
  handlers: H & HandlersOf<E> & Readonly<Record<Exclude<keyof H, keyof E>, never>>,
): Readonly<Record<keyof H, HandlerFactory>> {
  const entries = Object.entries(endpoints).flatMap(([name, endpoint]) => {
    // It is the handler of this endpoint, which has the same name, but the compiler does not follow the name.
    const handler = handlers[name] as AccountHandler<AccountEndpoint> | undefined;
    return handler === undefined ? [] : [[name, handle(endpoint, handler)]];
  });
  return Object.fromEntries(entries);
}

/** Maps the errors of what the endpoints call to the error envelope. */
function toApiError(error: unknown): unknown {
  return error instanceof RuleError ? new ApiError(error.code, error.message, retryAfter(error.retryAfterS)) : error;
}

function retryAfter(seconds: number | undefined): Readonly<Record<string, string>> {
  return seconds === undefined ? {} : { [RETRY_AFTER_HEADER]: String(Math.ceil(seconds)) };
}
