/** Mounts the account's endpoints. */

import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import type { Hono } from "hono";
import type { Env, HandlerFactory, Services } from "../context";
import { ADMINISTRATION_HANDLERS } from "./administration";
import { requireDashboard, requireSession } from "./authorization";
import { BUDGET_HANDLERS } from "./budgets";
import { CONNECTION_HANDLERS, mountOAuthRoutes } from "./connections";
import { DUPLICATE_HANDLERS } from "./duplicates";
import { IMPORT_HANDLERS } from "./imports";
import { INBOX_HANDLERS } from "./inbox";
import { KEY_HANDLERS } from "./keys";
import { LEDGER_HANDLERS } from "./ledger";
import { limitEndpoint } from "./limits/limits";
import { MEMBER_HANDLERS } from "./members";
import { RECORD_HANDLERS } from "./records/handlers";
import { SAVED_HANDLERS } from "./saved";
import { REGISTRATION_HANDLERS } from "./sign-in/register";
import { SIGN_IN_HANDLERS } from "./sign-in/sign-in";
import { USAGE_HANDLERS } from "./usage";
import { WEBHOOK_HANDLERS } from "./webhooks";
import { WORKSPACE_HANDLERS } from "./workspaces";

const HANDLERS: Readonly<Record<keyof typeof ACCOUNT, HandlerFactory>> = {
  ...ADMINISTRATION_HANDLERS,
  ...BUDGET_HANDLERS,
  ...CONNECTION_HANDLERS,
  ...DUPLICATE_HANDLERS,
  ...IMPORT_HANDLERS,
  ...INBOX_HANDLERS,
  ...KEY_HANDLERS,
  ...LEDGER_HANDLERS,
  ...MEMBER_HANDLERS,
  ...RECORD_HANDLERS,
  ...REGISTRATION_HANDLERS,
  ...SAVED_HANDLERS,
  ...SIGN_IN_HANDLERS,
  ...USAGE_HANDLERS,
  ...WEBHOOK_HANDLERS,
  ...WORKSPACE_HANDLERS,
};

export function mountAccountRoutes(app: Hono<Env>, services: Services): void {
  app.use("/account/*", requireDashboard(services));
  mountOAuthRoutes(app, services);
  for (const [name, { method, path }] of Object.entries<AccountEndpoint>(ACCOUNT))
    if (isAccountName(name))
      app.on(method, path, limitEndpoint(services, name), requireSession(services, name), HANDLERS[name](services));
}

function isAccountName(name: string): name is keyof typeof ACCOUNT {
  return name in ACCOUNT;
}
