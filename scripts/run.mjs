// npm run service | dashboard | admin | import | bench | test:faults | cluster | test:cluster | test:image | test:node: one program of a current build, with its arguments, streams and exit code.
import "./install/node-version.mjs";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { bundleFile, ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install/install.mjs";
import { readEnvironment } from "./processes/environment.mjs";
import { requireFreePort } from "./processes/ports.mjs";
import { dashboardProgram, onStopRequest, SERVER_FLAGS, startNode, stopProgram } from "./processes/programs.mjs";
import { CommandError, command, printLine, ROOT, requireNoArguments } from "./project.mjs";

const [name, ...args] = process.argv.slice(2);

/** A program runs from a bundle, or from the sources. */
const built = (...node) => ({ parts: ["service"], program: ({ forPrograms }) => ({ args: node, env: forPrograms }) });
const source = (parts, ...path) => ({
  parts,
  program: ({ forPrograms }) => ({ args: ["--import", "tsx", join(ROOT, "scripts", ...path)], env: forPrograms }),
});

/** Each program needs parts of the build, and has a function that returns the arguments and variables of Node. */
const PROGRAMS = {
  service: built(...SERVER_FLAGS, bundleFile("service")),
  dashboard: { parts: ["dashboard"], program: dashboardProgram },
  admin: built(bundleFile("admin")),
  import: built(bundleFile("import")),
  bench: source(
    ["web", "accounts", "size"].includes(args[0]) ? ["service", "dashboard"] : ["service"],
    ...["bench", "main.ts"],
  ),
  faults: source(["service", "dashboard"], "faults", "main.ts"),
  cluster: source([], "cluster", "main.ts"),
  "test-cluster": source(["service"], "cluster", "test-cluster.ts"),
  "test-image": source([], "test-image", "main.ts"),
  "test-node": source(["service", "dashboard"], "test-node", "main.ts"),
};

/** These programs take none, by the name of their script: an argument such as --help must not start a cluster. */
const WITHOUT_ARGUMENTS = {
  dashboard: "dashboard",
  cluster: "cluster",
  "test-image": "test:image",
  "test-node": "test:node",
};

await command(async () => {
  const known = PROGRAMS[name];
  if (known === undefined) {
    throw new CommandError(`Unknown program "${name ?? ""}"; use one of ${Object.keys(PROGRAMS).join(", ")}.`);
  }
  if (WITHOUT_ARGUMENTS[name]) requireNoArguments(`npm run ${WITHOUT_ARGUMENTS[name]}`, args);
  const environment = readEnvironment();
  if (name === "service") await requireFreePort(environment.host, environment.apiPort, "API_PORT");
  if (name === "dashboard") await requireFreePort(environment.host, environment.dashboardPort, "DASHBOARD_PORT");
  await ensureInstalled();
  await ensureBuilt(...known.parts);
  const program = known.program(environment);
  const running = startNode([...program.args, ...args], { env: program.env, stdin: "inherit" });
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
