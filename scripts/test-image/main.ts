/** Runs `npm run test:image`: builds the image of the Dockerfile and runs it in containers whose root is read-only. */
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { check, reportChecks } from "../test-runner/checks";
import { freePort } from "../test-runner/free-port";
import { isOk, waitUntil } from "../test-runner/wait-until";
import { makeBaseImages } from "./base-images";
import { createPodman } from "./podman";

const ROOT = resolve(import.meta.dirname, "../..");
const IMAGE = "localhost/dealflow";
const SIZE_LIMIT_MB = 350;
const FIRST_PAGE_LIMIT_MS = 10_000;
const PATIENCE_MS = 120_000;
const USER = "10001";
const HOST = "127.0.0.1";
/** Limits of the kind that every user may set. */
const LIMITS = ["--ulimit=nofile=4096:4096", "--ulimit=nproc=4096:4096"];
const SECRET = "a secret of the image's tests, long enough";

const folder = mkdtempSync(join(tmpdir(), "dealflow-image-"));
const podman = createPodman(folder);

process.on("SIGINT", () => finish(130));
process.on("SIGTERM", () => finish(130));
// A failure of what no check covers, such as the first build, is one itself.
await check("the image is tested to the end", testImage);
finish(reportChecks());

async function testImage(): Promise<void> {
  const buildArguments = makeBaseImages(podman, folder);
  console.log("Made the base images.");
  podman.run(
    ...["build", "--isolation=chroot", "--format=docker", "--layers=false", `--tag=${IMAGE}`],
    ...[...buildArguments, ROOT],
  );
  await check("the Dockerfile builds", () => undefined);
  await check(`the image has at most ${SIZE_LIMIT_MB} MB`, () => {
    const megabytes = Number(inImage((path) => execFileSync("du", ["-sm", path], { encoding: "utf8" })).split("\t")[0]);
    assert(megabytes <= SIZE_LIMIT_MB, `it has ${megabytes} MB`);
    return `${megabytes} MB`;
  });
  await check("it has no tests, sources of the dashboard or packages for development", () => {
    const found = inImage((path) =>
      execFileSync(
        "find",
        [
          ...[join(path, "app"), "-path", "*/node_modules/typescript", "-print", "-o"],
          ...["(", "-name", "*.test.*", "-o", "-name", "*.tsx", ")", "-not", "-path", "*/node_modules/*", "-print"],
        ],
        { encoding: "utf8" },
      ),
    );
    assert(found === "", found);
  });

  const ports = { dashboard: await freePort(), service: await freePort() };
  const startAll = (name: string, ...options: readonly string[]) =>
    startContainer(name, ["--volume", `${name}:/data`, ...options], [], ports);
  await check(`the first page is there within ${FIRST_PAGE_LIMIT_MS / 1_000} s, from an empty volume`, async () => {
    const startedAt = Date.now();
    startAll("all", "--env", "DEMO=0");
    const ms = await firstPage(ports.dashboard, startedAt);
    assert(ms <= FIRST_PAGE_LIMIT_MS, `it took ${ms} ms`);
    return `${ms} ms`;
  });
  const within = (...args: readonly string[]) => podman.run("exec", "all", ...args);
  await check(`every process, PostgreSQL too, runs as uid ${USER}`, () => {
    const uids = within("sh", "-c", "grep -h '^Uid:' /proc/[0-9]*/status | sort -u");
    assert(
      uids
        .split(/\s+/)
        .slice(1)
        .every((uid) => uid === USER) && uids.split("\n").length === 1,
      uids,
    );
  });
  await check("nothing outside /data and /tmp can be written", () => {
    for (const path of ["/app/x", "/etc/x", "/x"]) {
      const { status, output } = podman.try("exec", "all", "touch", path);
      assert(status !== 0 && output.includes("Read-only file system"), `${path}: ${output}`);
      assert(podman.try("exec", "--user=0", "all", "touch", path).status !== 0, `root wrote ${path}`);
    }
    within("touch", "/data/x", "/tmp/x");
  });
  await check("its health check passes", () => podman.run("healthcheck", "run", "all"));
  await check("a service that is killed is restarted, and leaves no process behind", async () => {
    const killedAt = Date.now();
    within("sh", "-c", "kill -9 $(grep -la 'dist/servic[e].mjs' /proc/[0-9]*/cmdline | head -1 | cut -d/ -f3)");
    await until(async () => !(await isReady(ports.service)), "the service went on");
    await until(() => isReady(ports.service), "the service did not come back");
    const recoveredMs = Date.now() - killedAt;
    assert(within("sh", "-c", "grep -l '^State:.Z' /proc/[0-9]*/status | wc -l") === "0", "a zombie is left");
    return `${recoveredMs} ms`;
  });
  const balance = (name: string) =>
    podman.run("exec", name, "dealflow", "admin", "credits", "show", "--workspace", "Research", "--json");
  await check("a backup is restored into another volume", async () => {
    within("dealflow", "admin", "workspace", "create", "--name", "Research", "--credits", "1000");
    within("dealflow", "admin", "backup", "/data/backup");
    const before = balance("all");
    const stopped = stopContainer("all");
    assert(stopped === 0, `the first container stopped with exit code ${stopped}`);
    runOnce(["--volume", "all:/from:ro", "--volume", "restored:/data"], ["admin", "restore", "/from/backup"]);
    startAll("restored", "--env", "DEMO=0");
    await firstPage(ports.dashboard, Date.now());
    assert(balance("restored") === before, `${balance("restored")} in place of ${before}`);
    return before;
  });
  await check("a container that is killed starts again on its volume", async () => {
    podman.run("kill", "restored");
    podman.run("wait", "restored");
    const startedAt = Date.now();
    podman.run("start", "restored");
    const ms = await firstPage(ports.dashboard, startedAt);
    balance("restored");
    assert(stopContainer("restored") === 0, "it did not stop in order");
    return `${ms} ms`;
  });
  await check("a file is imported", () => {
    const volumes = ["--volume", "restored:/data", "--volume", `${join(ROOT, "examples")}:/examples:ro`];
    runOnce(volumes, ["import", "/examples/rounds.csv"]);
    return runOnce(volumes, ["import", "list"]).split("\n").at(-1) ?? "";
  });
  await check("service and dashboard run in a container each, both healthy", async () => {
    const shared = ["--env", `SECRET=${SECRET}`];
    startContainer("service", ["--volume", "restored:/data", ...shared], ["service"], ports);
    await until(() => isReady(ports.service), logs("service"));
    startContainer("dashboard", shared, ["dashboard"], ports);
    await firstPage(ports.dashboard, Date.now());
    for (const name of ["service", "dashboard"]) podman.run("healthcheck", "run", name);
    podman.run("stop", "--time=30", "dashboard");
    assert(stopContainer("service") === 0, "the service did not stop in order");
  });
  await check("the demo data is loaded by default", async () => {
    const startedAt = Date.now();
    startAll("demo");
    const ms = await firstPage(ports.dashboard, startedAt);
    return `first page after ${ms} ms`;
  });
}

function startContainer(
  name: string,
  options: readonly string[],
  command: readonly string[],
  ports: Readonly<{ dashboard: number; service: number }>,
): void {
  podman.run(
    ...["run", "--detach", "--name", name, "--network=host", "--read-only", "--tmpfs=/tmp", ...LIMITS],
    ...["--env", `HOST=${HOST}`, "--env", `DASHBOARD_PORT=${ports.dashboard}`, "--env", `API_PORT=${ports.service}`],
    ...[...options, IMAGE, ...command],
  );
}

function runOnce(options: readonly string[], command: readonly string[]): string {
  return podman.run(
    ...["run", "--rm", "--network=host", "--read-only", "--tmpfs=/tmp", ...LIMITS, ...options, IMAGE, ...command],
  );
}

/** Returns the exit code. */
function stopContainer(name: string): number {
  podman.run("stop", "--time=30", name);
  return Number(podman.run("inspect", "--format={{.State.ExitCode}}", name));
}

function logs(name: string): string {
  return podman.try("logs", name).output.slice(-2_000);
}

function inImage(read: (path: string) => string): string {
  const path = podman.run("image", "mount", IMAGE);
  try {
    return read(path);
  } finally {
    podman.run("image", "unmount", IMAGE);
  }
}

/** Waits until the dashboard serves a page of a service that is ready, and returns how long that took from `startedAt` (ms). */
async function firstPage(port: number, startedAt: number): Promise<number> {
  await until(() => isReady(port), "the programs were not ready");
  await until(() => isOk(`http://${HOST}:${port}/`), "there was no page");
  return Date.now() - startedAt;
}

function isReady(port: number): Promise<boolean> {
  return isOk(`http://${HOST}:${port}/readyz`);
}

function until(condition: () => Promise<boolean>, failure: string): Promise<void> {
  return waitUntil(async () => ((await condition()) ? undefined : failure), PATIENCE_MS, 20);
}

function finish(code: number): never {
  podman.try("rm", "--all", "--force", "--time=10");
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}
