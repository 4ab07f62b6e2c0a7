/** Dashboards over the tests' service. Most tests share one, each with its own workspace; some start their own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import type { BrowserContext } from "@playwright/test";
import { startDashboard } from "../../../scripts/test-runner/built-programs";
import type { Account, Stack } from "./stack";

export interface Dashboard {
  readonly url: string;
  /** It contains everything that its programs printed. */
  output(): string;
  /** Stops it and starts it again on the same port: what it had cached is gone. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface TestDashboard extends Dashboard {
  readonly account: Account;
}

type Settings = Readonly<Record<string, string>>;

/** Starts a dashboard, with a folder of its own for its data unless the settings name one. */
async function run(settings: Settings, at?: number): Promise<Dashboard> {
  const ownFolder = settings.DATA_DIR === undefined ? mkdtempSync(path.join(tmpdir(), "dealflow-e2e-dashboard-")) : "";
  const variables = { DATA_DIR: ownFolder, ...settings };
  let program = await startDashboard(variables, { port: at });
  const { port, url } = program;
  let earlierOutput = "";
  return {
    url,
    output: () => earlierOutput + program.output(),
    restart: async () => {
      await program.stop();
      earlierOutput += program.output();
      program = await startDashboard(variables, { port });
    },
    stop: async () => {
      await program.stop();
      if (ownFolder !== "") rmSync(ownFolder, { recursive: true, force: true });
    },
  };
}

/** Starts a dashboard over our own service, for every workspace of it. */
export function startSharedDashboard(
  { service, secret }: Pick<Stack, "secret" | "service">,
  settings: Settings = {},
  port?: number,
): Promise<Dashboard> {
  return run({ API_INTERNAL_URL: service.url, SECRET: secret, ...settings }, port);
}

/** A dashboard that one test alone uses, with a workspace of that many credits. */
export async function startTestDashboard(
  stack: Stack,
  credits: number,
  settings: Settings = {},
): Promise<TestDashboard> {
  const account = await stack.account(credits);
  return { ...(await startSharedDashboard(stack, settings)), account };
}

/** Spends all that the workspace has by a program that knows its key: no page is notified. */
export async function spendElsewhere({ account }: TestDashboard, { service }: Stack): Promise<void> {
  const headers = { [API_KEY_HEADER]: account.key };
  const limit = String(await account.balance());
  const response = await fetch(`${service.url}/v1/funding-events?limit=${limit}`, { headers });
  if (!response.ok || (await account.balance()) !== 0) throw new Error("credits are left");
}

/** Settings of a dashboard that trusts the addresses that its visitors' proxies report. */
export const TRUSTED = { TRUST_PROXY: "127.0.0.1" };

/** Gives a window the session of an account's person, as if they had signed in there. */
export async function signIn(context: BrowserContext, dashboard: Dashboard, account: Account): Promise<void> {
  await context.addCookies([{ ...account.cookie, url: dashboard.url, httpOnly: true, sameSite: "Lax" }]);
}

/** Starts a dashboard over another host. */
export function startForeignDashboard(host: string, key: string, settings: Settings = {}): Promise<Dashboard> {
  return run({ API_KEY: key, API_URL: host, LOG_LEVEL: "trace", ...settings });
}
