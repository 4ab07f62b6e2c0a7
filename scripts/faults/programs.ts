/** Runs the product as `npm start` does, and finds its processes. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../test-runner/free-port";
import { UNSET_SETTINGS } from "../test-runner/unset-settings.mjs";
import { getChildPids } from "./database";

const ROOT = path.resolve(import.meta.dirname, "../..");
const UP = "Ctrl-C stops everything";
const ENDING = /^The \w+ ended/;
/** The service logs every request that fails. */
const OUTPUT_LIMIT = 20_000;

export type ProgramName = "service" | "dashboard";

/** These texts tell their command lines apart. */
const MARKS: Readonly<Record<ProgramName, RegExp>> = { service: /service\.mjs/, dashboard: /next/ };

export class Programs {
  /** The launchers reported in these lines that a program ended. */
  readonly endings: string[] = [];
  /** This is the end of their output. */
  #printed = "";
  #launcher: ChildProcess | undefined;

  private constructor(
    private readonly node: string,
    private readonly variables: Readonly<Record<string, string>>,
    readonly service: string,
    readonly dashboard: string,
  ) {}

  /**
   * @param variables settings of the installation; ports are chosen here
   * @param node the path of Node
   */
  static async prepare(variables: Readonly<Record<string, string>>, node = process.execPath): Promise<Programs> {
    const [api, dashboard] = [await freePort(), await freePort()];
    const ports = { API_PORT: String(api), DASHBOARD_PORT: String(dashboard) };
    return new Programs(node, { ...variables, ...ports }, `http://127.0.0.1:${api}`, `http://127.0.0.1:${dashboard}`);
  }

  /** Resolves when the launcher reports that everything runs. Throws its output when it ends before. */
  async start(): Promise<void> {
    const child = spawn(this.node, [path.join(ROOT, "scripts", "start.mjs")], {
      cwd: ROOT,
      env: { ...process.env, ...UNSET_SETTINGS, ...this.variables },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#launcher = child;
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        createInterface({ input: stream }).on("line", (line) => {
          this.#printed = `${this.#printed}${line}\n`.slice(-OUTPUT_LIMIT);
          if (ENDING.test(line)) this.endings.push(line);
          if (line.includes(UP)) resolve();
        });
      child.once("close", (code, signal) =>
        reject(new Error(`npm start ended (${signal ?? `code ${code}`}):\n${this.#printed}`)),
      );
    });
  }

  /** Returns the end of what they printed. */
  get printed(): string {
    return this.#printed;
  }

  get launcher(): number | undefined {
    const child = this.#launcher;
    return child?.exitCode === null && child.signalCode === null ? child.pid : undefined;
  }

  /** Returns undefined while the program does not run. */
  getPid(name: ProgramName): number | undefined {
    const { launcher } = this;
    return launcher === undefined
      ? undefined
      : getChildPids(launcher).find((pid) => MARKS[name].test(readCommandLine(pid)));
  }

  /** Returns the exit code of the launcher; null when it did not run or was killed. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    const child = this.#launcher;
    if (child === undefined || this.launcher === undefined) return null;
    const exit = once(child, "exit");
    child.kill(signal);
    const [code] = await exit;
    return typeof code === "number" ? code : null;
  }
}

function readCommandLine(pid: number): string {
  try {
    return execFileSync("ps", ["-p", String(pid), "-o", "args="], { encoding: "utf8" });
  } catch {
    return "";
  }
}
