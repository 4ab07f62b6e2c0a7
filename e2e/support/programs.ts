/** Starts the built programs as the start command does, records every line they print, and stops them. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { freePort } from "../../scripts/test-runner/free-port";
import { UNSET_SETTINGS } from "../../scripts/test-runner/unset-settings.mjs";

export const ROOT = path.resolve(import.meta.dirname, "../..");

/** Ends a program whose starter died, also by kill -9. */
const GUARD = pathToFileURL(path.join(ROOT, "scripts", "processes", "child-guard.mjs")).href;
const FLAGS = ["--max-http-header-size=262144", "--import", GUARD];
const NEXT = path.join(ROOT, "node_modules", "next", "dist", "bin", "next");

export interface Program {
  readonly child: ChildProcess;
  /** It contains everything that the program printed so far, on both streams. */
  output(): string;
  stop(): Promise<void>;
}

type Variables = Readonly<Record<string, string>>;

function startNode(args: readonly string[], variables: Variables): Program {
  const child = spawn(process.execPath, [...FLAGS, ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...UNSET_SETTINGS,
      NODE_ENV: "production",
      DEALFLOW_STARTED_BY: String(process.pid),
      ...variables,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  return {
    child,
    output: () => printed,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
    },
  };
}

async function failOnExit(program: Program, name: string): Promise<never> {
  const [code] = await once(program.child, "exit");
  throw new Error(`The ${name} ended with code ${code} before it was ready:\n${program.output()}`);
}

export interface ServiceProgram extends Program {
  readonly url: string;
  /** Shown once, when the service makes it. */
  readonly demoKey: string;
}

/** The service sends these to the command that starts it. */
interface ServiceMessage {
  readonly type: "configured" | "ready";
  readonly demoKey?: string;
}

export async function startService(variables: Variables): Promise<ServiceProgram> {
  const port = await freePort();
  const program = startNode([path.join(ROOT, "dist", "service.mjs"), "--with-dashboard"], {
    ...variables,
    API_PORT: String(port),
  });
  const ready = new Promise<ServiceMessage>((resolve) => {
    program.child.on("message", (message: ServiceMessage) => {
      if (message.type === "ready") resolve(message);
    });
  });
  const { demoKey } = await Promise.race([ready, failOnExit(program, "service")]);
  return { ...program, url: `http://127.0.0.1:${port}`, demoKey: demoKey ?? "" };
}

/** Given a port, it starts there again; with NODE_ENV=development from the sources, as `npm run dev` does. */
export async function startDashboard(
  variables: Variables,
  port?: number,
): Promise<Program & { readonly port: number }> {
  const at = port ?? (await freePort());
  const mode = variables.NODE_ENV === "development" ? "dev" : "start";
  const program = startNode([NEXT, mode, "-H", "127.0.0.1", "-p", String(at)], {
    ...variables,
    DASHBOARD_PORT: String(at),
    // Named by its number, so that a site of the tests' own can be another one by the name localhost.
    DASHBOARD_URL: `http://127.0.0.1:${at}`,
    NEXT_TELEMETRY_DISABLED: "1",
  });
  await Promise.race([waitUntilReady(at), failOnExit(program, "dashboard")]);
  return { ...program, port: at };
}

/** Next opens its port before it can serve: only a response counts. */
async function waitUntilReady(port: number): Promise<void> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/_next/static/none`, { method: "HEAD" }).catch(
      () => undefined,
    );
    if (response !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
