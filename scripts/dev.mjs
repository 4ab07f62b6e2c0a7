// npm run dev: service and dashboard from the sources, each reloading when a file changes.
import "./install/node-version.mjs";
import { join } from "node:path";
import { ensureInstalled } from "./install/install.mjs";
import { readEnvironment } from "./processes/environment.mjs";
import { requireFreePort } from "./processes/ports.mjs";
import { dashboardProgram, onStopRequest, SERVER_FLAGS, startNode, stopProgram } from "./processes/programs.mjs";
import { command, printLine, ROOT, requireNoArguments } from "./project.mjs";

requireNoArguments("npm run dev", process.argv.slice(2));
await command(async () => {
  const environment = readEnvironment();
  const { host, apiPort, dashboardPort, foreign, dataDir } = environment;
  if (!foreign) await requireFreePort(host, apiPort, "API_PORT");
  await requireFreePort(host, dashboardPort, "DASHBOARD_PORT");
  await ensureInstalled();

  const env = { ...environment.forPrograms, NODE_ENV: "development" };
  const programs = [];
  let stopRequested = false;
  const finished = new Promise((resolve) => {
    onStopRequest(() => {
      stopRequested = true;
      resolve(0);
    });
    const start = (name, args) => {
      const program = startNode(args, { env });
      programs.push(program);
      program.ended.then(({ code, signal }) => {
        if (!stopRequested) printLine(`The ${name} exited (${signal ?? `code ${code}`}); stopping everything.`);
        resolve(1);
      });
    };
    if (!foreign) {
      const tsx = join(ROOT, "node_modules", "tsx", "dist", "cli.mjs");
      start("service", [
        tsx,
        "watch",
        "--clear-screen=false",
        ...SERVER_FLAGS,
        join("service", "main.ts"),
        "--with-dashboard",
      ]);
    }
    start("dashboard", dashboardProgram(environment, "dev").args);
  });
  const code = await finished;
  await Promise.all(programs.map((program) => stopProgram(program)));
  if (!foreign && !env.DATABASE_URL) {
    await startNode(["--import", "tsx", join("service", "store", "embedded", "stop-idle.ts"), dataDir], { env }).ended;
  }
  process.exit(code);
});
