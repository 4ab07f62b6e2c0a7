// npm run service | dashboard | admin | import | bench | test:faults | cluster | test:cluster: one program of a current build, with its arguments, streams and exit code.
import "./install/node-version.mjs";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { bundleFile, ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install/install.mjs";
import { readEnvironment } from "./processes/environment.mjs";
import { requireFreePort } from "./processes/ports.mjs";
import { onStopRequest, SERVER_FLAGS, startNode, stopProgram } from "./processes/programs.mjs";
import { CommandError, command, printLine, ROOT, requireNoArguments } from "./project.mjs";

const [name, ...args] = process.argv.slice(2);

/** Each program with the parts of the build it needs, and the arguments of Node. */
const PROGRAMS = {
  service: { parts: ["service"], node: () => [...SERVER_FLAGS, bundleFile("service")] },
  dashboard: {
    parts: ["dashboard"],
    node: ({ host, dashboardPort }) => [
      ...SERVER_FLAGS,
      join(ROOT, "node_modules", "next", "dist", "bin", "next"),
      ...["start", "-H", host, "-p", String(dashboardPort)],
    ],
  },
  admin: { parts: ["service"], node: () => [bundleFile("admin")] },
  import: { parts: ["service"], node: () => [bundleFile("import")] },
  bench: {
    parts: ["web", "accounts", "memory"].includes(args[0]) ? ["service", "dashboard"] : ["service"],
    node: () => ["--import", "tsx", join(ROOT, "scripts", "bench", "main.ts")],
  },
  faults: {
    parts: ["service", "dashboard"],
    node: () => ["--import", "tsx", join(ROOT, "scripts", "faults", "main.ts")],
  },
  cluster: { parts: [], node: () => ["--import", "tsx", join(ROOT, "scripts", "cluster", "main.ts")] },
  "test-cluster": {
    parts: ["service"],
    node: () => ["--import", "tsx", join(ROOT, "scripts", "cluster", "test-cluster.ts")],
  },
};

await command(async () => {
  const program = PROGRAMS[name];
  if (program === undefined) {
    throw new CommandError(`Unknown program "${name ?? ""}"; use one of ${Object.keys(PROGRAMS).join(", ")}.`);
  }
  if (name === "dashboard") requireNoArguments("npm run dashboard", args);
  const environment = readEnvironment();
  if (name === "service") await requireFreePort(environment.host, environment.apiPort, "API_PORT");
  if (name === "dashboard") await requireFreePort(environment.host, environment.dashboardPort, "DASHBOARD_PORT");
  await ensureInstalled();
  await ensureBuilt(...program.parts);
  const running = startNode([...program.node(environment), ...args], {
    env: environment.forPrograms,
    stdin: "inherit",
  });
  running.child.on("message", (message) => {
    if (message?.type === "ready") printReady(message);
  });
  onStopRequest(
    (reason) => forward(running, reason),
    () => running.child.kill("SIGKILL"),
  );
  const { code, signal } = await running.ended;
  if (signal === "SIGKILL" && existsSync(environment.dataDir)) {
    await startNode([bundleFile("stop-idle"), environment.dataDir], { env: environment.forPrograms }).ended;
  }
  process.exitCode = signal === null ? code : 128 + constants.signals[signal];
  process.exit();
});

/** A program decides itself what Ctrl-C means to it; the death of npm ends it. */
function forward(running, reason) {
  if (reason.startsWith("SIG")) running.child.kill(reason);
  else void stopProgram(running);
}

function printReady({ url, demoKey, location }) {
  if (url) printLine(`API service on ${url}${location ? `, database in ${location}` : ""}`);
  if (demoKey) printLine(`Demo key ${demoKey} (shown only once)`);
}
