/** Starts the built programs as the start command does, each in another process that ends with this one, and stops them. */

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { bundleFile } from "../build.mjs";
import { SERVER_FLAGS, startNode as startGuarded, stopProgram } from "../processes/programs.mjs";
import { freePort } from "./free-port";
import { UNSET_SETTINGS } from "./unset-settings.mjs";

export const ROOT = path.resolve(import.meta.dirname, "../..");

const NEXT = path.join(ROOT, "node_modules", "next", "dist", "bin", "next");

export interface NodeProgram {
  readonly child: ChildProcess;
  /** It contains everything that the program printed so far, on both streams, if that is recorded. */
  output(): string;
  stop(): Promise<void>;
}

export interface Program extends NodeProgram {
  readonly url: string;
}

type Variables = Readonly<Record<string, string>>;

/** The output of a program is recorded, or only its errors are shown, which takes no time of this process. */
type Output = "recorded" | "shown";

export function startNode(args: readonly string[], variables: Variables, output: Output = "recorded"): NodeProgram {
  const env = { ...process.env, ...UNSET_SETTINGS, NODE_ENV: "production", ...variables } as const;
  const [stdout, stderr] = output === "recorded" ? (["pipe", "pipe"] as const) : (["ignore", "inherit"] as const);
  const program = startGuarded([...SERVER_FLAGS, ...args], { env, stdout, stderr });
  const { child } = program;
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  return { child, output: () => printed, stop: async () => void (await stopProgram(program)) };
}

/** Rejects when the program ends before it is ready. */
export async function failOnExit(program: NodeProgram, name: string): Promise<never> {
  const [code] = await once(program.child, "exit");
  throw new Error(`The ${name} ended with code ${code} before it was ready:\n${program.output()}`);
}

export interface ServiceProgram extends Program {
  /** Shown once, when the service makes it. */
  readonly demoKey: string;
}

/** The service sends these to the command that starts it. */
interface ServiceMessage {
  readonly type: "configured" | "ready";
  readonly demoKey?: string;
}

interface ServiceOptions {
  /** The default is the service of this build. */
  readonly bundle?: string;
  readonly flags?: readonly string[];
  readonly port?: number | undefined;
  readonly output?: Output;
}

export async function startService(
  variables: Variables,
  { bundle = bundleFile("service"), flags = [], port, output }: ServiceOptions = {},
): Promise<ServiceProgram> {
  const at = port ?? (await freePort());
  const program = startNode([bundle, ...flags], { ...variables, API_PORT: String(at) }, output);
  const ready = new Promise<ServiceMessage>((resolve) => {
    program.child.on("message", (message: ServiceMessage) => {
      if (message.type === "ready") resolve(message);
    });
  });
  const { demoKey } = await Promise.race([ready, failOnExit(program, "service")]);
  return { ...program, url: `http://127.0.0.1:${at}`, demoKey: demoKey ?? "" };
}

/** Given a port, it starts there again; with NODE_ENV=development from the sources, as `npm run dev` does. */
export async function startDashboard(
  variables: Variables,
  { port, output }: { readonly port?: number | undefined; readonly output?: Output } = {},
): Promise<Program & { readonly port: number }> {
  const at = port ?? (await freePort());
  // Named by its number, so that a site of the tests' own can be another one by the name localhost.
  const url = `http://127.0.0.1:${at}`;
  const mode = variables.NODE_ENV === "development" ? "dev" : "start";
  const program = startNode(
    [NEXT, mode, "-H", "127.0.0.1", "-p", String(at)],
    { ...variables, DASHBOARD_PORT: String(at), DASHBOARD_URL: url, NEXT_TELEMETRY_DISABLED: "1" },
    output,
  );
  await Promise.race([waitUntilReady(url), failOnExit(program, "dashboard")]);
  return { ...program, url, port: at };
}

/** Next opens its port before it can serve: only a response counts. */
export async function waitUntilReady(url: string): Promise<void> {
  while (!(await fetch(`${url}/_next/static/none`, { method: "HEAD" }).catch(() => undefined))) await delay(20);
}
