/** Runs services on a cluster. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { bundleFile, ensureBuilt } from "../build.mjs";
import { freePort } from "../test-runner/free-port";
import { isOk, waitUntil } from "../test-runner/wait-until";
import { ClusterProcess } from "./process";

const READY_WITHIN_MS = 60_000;

export interface Service {
  readonly url: string;
  readonly process: ClusterProcess;
}

/** @param settings of each service, without its port and folder */
export async function startServices(
  count: number,
  settings: Readonly<Record<string, string>>,
  folder: string,
): Promise<readonly Service[]> {
  await ensureBuilt("service");
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()));
  const services = ports.map((port, index) =>
    createService(bundleFile("service"), port, settings, join(folder, `service${index + 1}`)),
  );
  for (const service of services) service.process.start();
  for (const service of services) await waitUntilReady(service);
  return services;
}

/** @param folder its data; its output is in a file next to it */
export function createService(
  bundle: string,
  port: number,
  settings: Readonly<Record<string, string>>,
  folder: string,
): Service {
  mkdirSync(folder, { recursive: true });
  return {
    url: `http://127.0.0.1:${port}`,
    process: new ClusterProcess({
      file: process.execPath,
      args: [bundle],
      env: { ...settings, NODE_ENV: "production", API_PORT: String(port), DATA_DIR: folder },
      log: `${folder}.log`,
      user: undefined,
    }),
  };
}

export function waitUntilReady({ url, process: running }: Service): Promise<void> {
  return waitUntil(async () => {
    if (await isOk(`${url}/readyz`)) return undefined;
    if (running.pid === undefined) throw new Error(`the service at ${url} ended`);
    return `the service at ${url} is not ready`;
  }, READY_WITHIN_MS);
}
