/** One program of the cluster, whose output is in a file. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import type { SystemUser } from "./programs";

/** A program is killed after this: etcd without a majority does not end, and PostgreSQL waits for a standby that is gone (ms). */
const GRACE_MS = 10_000;

export interface ProgramStart {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly log: string;
  readonly user: SystemUser | undefined;
}

export class ClusterProcess {
  #child: ChildProcess | undefined;

  constructor(private readonly settings: ProgramStart) {}

  start(): void {
    const { file, args, env, log, user } = this.settings;
    const output = openSync(log, "a");
    const child = spawn(file, args, {
      env: { ...process.env, LANG: "C.UTF-8", ...env },
      stdio: ["ignore", output, output],
      // Ctrl-C in a terminal ends the cluster in order.
      detached: true,
      ...user,
    });
    child.once("error", (error) => process.stderr.write(`${file}: ${error.message}\n`));
    this.#child = child;
  }

  /** Returns undefined while it does not run. */
  get pid(): number | undefined {
    const child = this.#child;
    return child?.exitCode === null && child.signalCode === null ? child.pid : undefined;
  }

  /** Returns all that it has written, also before it was started again. */
  readLog(): string {
    return readFileSync(this.settings.log, "utf8");
  }

  signal(name: NodeJS.Signals): void {
    if (this.pid !== undefined) this.#child?.kill(name);
  }

  /** Signals it and kills it when that is not enough. Returns its exit code; null when it was killed or did not run. */
  async end(name: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (this.pid === undefined || child === undefined) return null;
    const exit = once(child, "exit");
    child.kill(name);
    const timer = setTimeout(() => child.kill("SIGKILL"), GRACE_MS);
    const [code] = await exit;
    clearTimeout(timer);
    return code;
  }
}
