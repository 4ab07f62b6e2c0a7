/** Declares the services of the endpoints, and the variables that middleware sets. */

import type { HttpBindings } from "@hono/node-server";
import type { Handler } from "hono";
import type { Connection } from "@/service/accounts/connections";
import type { Caller } from "@/service/accounts/keys";
import type { SignInResult } from "@/service/accounts/people/people";
import type { Viewer } from "@/service/accounts/people/session-check";
import type { createServices } from "@/service/services";
import type { Payment } from "./metered/payment";

export type Services = Readonly<ReturnType<typeof createServices>["services"]>;

interface Variables {
  requestId: string;
  caller: Caller;
  /** Only requests with a person's session have it. */
  viewer: Viewer;
  /** Only requests of MCP clients have it. */
  connection: Connection;
  /** A call to an MCP tool has the name of the tool. */
  tool: string;
  payment: Payment;
  /** The rest of the body has not arrived yet. */
  readsBody: boolean;
  /** Only attempts to sign in with a password have it. */
  signIn: SignInResult;
  /** Only requests for the rows of a feed have these: its filters in their canonical form. */
  filters: string;
  /** Only metered requests that succeed have the credits that they used, as their header says. */
  creditsUsed: string | undefined;
  /** A response that is still being streamed when its handler is done occupies a slot until this resolves. */
  written: Promise<void>;
}

export interface Env {
  Bindings: HttpBindings;
  Variables: Variables;
}

/** Creates the handler of an endpoint. */
export type HandlerFactory = (services: Services) => Handler<Env>;
