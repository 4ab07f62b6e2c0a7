/** Runs the built import program in tests, as a user runs it. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { bundleFile } from "@/scripts/build.mjs";

export const ROOT = resolve(import.meta.dirname, "../../..");

interface ProcessResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function runProgram(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<ProcessResult> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [...nodeOptions, bundleFile("import"), ...args],
      { cwd: ROOT, env, maxBuffer: 1 << 26 },
      (_error, stdout, stderr) => done({ code: child.exitCode, stdout, stderr }),
    );
  });
}
