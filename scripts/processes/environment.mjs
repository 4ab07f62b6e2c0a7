// What the scripts themselves need from the environment. Everything else is checked by the program that uses it.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { CommandError, ROOT } from "../project.mjs";

/** This machine and no other. */
const LOOPBACK = /^(([^.]+\.)*localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Reads .env (variables that are set already win) and the variables of start, run and dev. */
export function readEnvironment() {
  const file = join(ROOT, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  const env = process.env;
  const apiPort = port("API_PORT", 4000);
  const dashboardPort = port("DASHBOARD_PORT", 3000);
  const foreign = Boolean(env.API_KEY);
  if (foreign && !env.API_URL) {
    throw new CommandError("API_KEY is set, so API_URL must be the address of its host.");
  }
  if (!foreign && apiPort === dashboardPort) {
    throw new CommandError(`API_PORT and DASHBOARD_PORT are both ${apiPort}; they must differ.`);
  }
  const host = env.HOST || "127.0.0.1";
  const dashboardUrl = env.DASHBOARD_URL || `http://localhost:${dashboardPort}`;
  // The dashboard checks this too; here it is reported before anything is installed or built.
  const open = [host, hostOf(dashboardUrl)].find((name) => !LOOPBACK.test(name));
  if (foreign && !env.DASHBOARD_PASSWORD?.trim() && open !== undefined) {
    throw new CommandError(
      `API_KEY is set and other machines can reach the dashboard (HOST or DASHBOARD_URL is ${open}); set DASHBOARD_PASSWORD too.`,
    );
  }
  const dataDir = resolve(ROOT, env.DATA_DIR || ".data");
  return {
    host,
    apiPort,
    dashboardPort,
    /** Another host of the interface is used in place of our service. */
    foreign,
    apiUrl: env.API_URL || `http://localhost:${apiPort}`,
    dashboardUrl,
    dataDir,
    /** Both programs must use the same folder and ports, in any working directory. */
    forPrograms: {
      ...env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      DATA_DIR: dataDir,
      API_PORT: String(apiPort),
      DASHBOARD_PORT: String(dashboardPort),
    },
  };
}

/** The program itself rejects a text that is no address. */
function hostOf(address) {
  return URL.canParse(address) ? new URL(address).hostname : "localhost";
}

function port(name, fallback) {
  const text = process.env[name];
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 65_535) {
    throw new CommandError(`${name} must be a port from 1 to 65535; got "${text}".`);
  }
  return value;
}
