// The health check of a container: whether each program that was started in it responds at /healthz.
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnvironment } from "../processes/environment.mjs";
import { getStatus } from "../processes/ports.mjs";
import { CommandError, command } from "../project.mjs";

await command(async () => {
  const { host, foreign, apiPort, dashboardPort } = readEnvironment();
  const started = readFileSync(join(tmpdir(), "dealflow-program"), "utf8").trim();
  const ports = {
    ...(started === "dashboard" || foreign ? {} : { service: apiPort }),
    ...(started === "service" ? {} : { dashboard: dashboardPort }),
  };
  for (const [name, port] of Object.entries(ports)) {
    const status = await getStatus(host, port, "/healthz");
    if (status !== 200)
      throw new CommandError(`The ${name} ${status === null ? "does not respond" : `responds with ${status}`}.`);
  }
});
