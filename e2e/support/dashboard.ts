/** Dashboards over the tests' service. Most tests share one, each with a workspace of its own; some start their own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContext } from "@playwright/test";
import { API_KEY_HEADER } from "@/lib/contract/headers";
import { startDashboard } from "./programs";
import type { Account, Stack } from "./stack";

export interface Dashboard {
  readonly url: string;
  /** Everything its programs printed. */
  output(): string;
  /** Stops it and starts it anew on the same port: what it held is gone. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface OwnDashboard extends Dashboard {
  readonly account: Account;
}

async function run(variables: Readonly<Record<string, string>>): Promise<Dashboard> {
  let program = await startDashboard(variables);
  const { port } = program;
  let before = "";
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => before + program.output(),
    restart: async () => {
      await program.stop();
      before += program.output();
      program = await startDashboard(variables, port);
    },
    stop: () => program.stop(),
  };
}

/** Over our own service, for every workspace of it. */
export async function sharedDashboard(
  stack: Stack,
  settings: Readonly<Record<string, string>> = {},
): Promise<Dashboard> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "dealflow-e2e-dashboard-"));
  const own = { DATA_DIR: dataDir, API_INTERNAL_URL: stack.service.url, SECRET: stack.secret };
  const dashboard = await run({ ...own, ...settings });
  return {
    ...dashboard,
    stop: async () => {
      await dashboard.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A dashboard that one test alone uses, with a workspace of that many credits. */
export async function ownDashboard(
  stack: Stack,
  credits: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<OwnDashboard> {
  const account = await stack.account(credits);
  return { ...(await sharedDashboard(stack, settings)), account };
}

/** Spends all that the workspace has by a program that knows its key: no page hears of it. */
export async function spendElsewhere({ account }: OwnDashboard, { service }: Stack): Promise<void> {
  const headers = { [API_KEY_HEADER]: account.key };
  const limit = String(await account.balance());
  const answer = await fetch(`${service.url}/v1/funding-events?limit=${limit}`, { headers });
  if (!answer.ok || (await account.balance()) !== 0) throw new Error("credits are left");
}

/** Over our own service as the start command runs it, for whoever signs in. */
export function localDashboard(stack: Stack): Promise<Dashboard> {
  return run({
    DATA_DIR: stack.dataDir,
    API_INTERNAL_URL: stack.service.url,
    SECRET: stack.secret,
    LOG_LEVEL: "trace",
  });
}

/** Settings of a dashboard that believes where its visitors say they come from. */
const BELIEVED = { TRUST_PROXY: "127.0.0.1" };

/** The same for visitors who come in by themselves, and whose word for their addresses is believed. */
export function peoplesDashboard(stack: Stack): Promise<Dashboard> {
  return run({
    DATA_DIR: stack.dataDir,
    API_INTERNAL_URL: stack.service.url,
    SECRET: stack.secret,
    ...BELIEVED,
  });
}

/** Gives a window the session of an account's person, as if they had signed in there. */
export async function signIn(context: BrowserContext, dashboard: Dashboard, account: Account): Promise<void> {
  await context.addCookies([{ ...account.cookie, url: dashboard.url, httpOnly: true, sameSite: "Lax" }]);
}

/** Over somebody else's host. */
export async function foreignDashboard(
  host: string,
  key: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Dashboard> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "dealflow-e2e-dashboard-"));
  const dashboard = await run({ API_KEY: key, API_URL: host, DATA_DIR: dataDir, LOG_LEVEL: "trace", ...settings });
  return {
    ...dashboard,
    stop: async () => {
      await dashboard.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
