/** Runs the import program, so that a page and a command line do the same, and a long import takes nothing from requests. */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type ImportFile, type ImportReport, importReport } from "@dealflow/contract/account/imports/imports";
import * as z from "zod/mini";
import { readTraceparent } from "@/lib/monitoring/traceparent";

export interface ProgramSettings {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** The bundle of the import program. */
  readonly program: URL;
  /** Further settings of the program, by their names in the environment. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  /** The last sentence on the error stream. */
  readonly problem: string;
  /** The report is undefined when the check or import did not begin. */
  readonly report: ImportReport | undefined;
  readonly importId: string | null;
}

export interface RunningProgram {
  readonly ended: Promise<ProgramResult>;
  /** Asks the program to end after the batch in progress. */
  stop(): void;
}

const message = z.union([
  z.object({ type: z.literal("progress"), rows: z.number(), share: z.number() }),
  z.object({ type: z.literal("end"), importId: z.nullable(z.string()), report: importReport }),
]);

/** An inspection prints less than this (bytes). */
const MOST_OUTPUT = 16 * 1024 * 1024;
/** A program needs no more for any file, and one that does would take the memory of the service (MB). */
const HEAP_MB = 400;

export function runImportProgram(
  { databaseUrl, dataDir, program, environment }: ProgramSettings,
  args: readonly string[],
  onProgress: (progress: NonNullable<ImportFile["progress"]>) => void = () => undefined,
): RunningProgram {
  const child = fork(fileURLToPath(program), args, {
    env: {
      ...{ ...environment, NODE_ENV: "production", DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
      // Deliveries of its events are parts of the trace of the request that starts it.
      TRACEPARENT: readTraceparent(),
    },
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const estimate = secondsLeft();
  let end: { report: ImportReport; importId: string | null } | undefined;
  child.on("message", (sent) => {
    const parsed = message.safeParse(sent);
    if (!parsed.success) return;
    if (parsed.data.type === "end") end = parsed.data;
    else onProgress({ rows: parsed.data.rows, share: parsed.data.share, secondsLeft: estimate(parsed.data.share) });
  });
  const [stdout, stderr] = [collected(child, "stdout", MOST_OUTPUT), collected(child, "stderr", 4_000)];
  const ended = new Promise<ProgramResult>((resolve) => {
    child.once("error", (error) => resolve(failed(error.message)));
    child.once("close", (code) =>
      resolve({
        code,
        stdout: stdout(),
        problem: stderr().trim().split("\n").at(-1) ?? "",
        report: end?.report,
        importId: end?.importId ?? null,
      }),
    );
  });
  return { ended, stop: () => void child.kill("SIGTERM") };
}

/** Returns a function that estimates from the shares that were read, from 0 to 1, when all of the file will be. */
function secondsLeft(): (share: number) => number | null {
  let first: { share: number; at: number } | undefined;
  return (share) => {
    const now = performance.now() / 1000;
    // What an interrupted import had stored before is read much faster.
    first ??= { share, at: now };
    return share > first.share ? ((now - first.at) / (share - first.share)) * (1 - share) : null;
  };
}

function failed(problem: string): ProgramResult {
  return { code: null, stdout: "", problem, report: undefined, importId: null };
}

/** Keeps the end of a stream of the program. */
function collected(child: ChildProcess, name: "stdout" | "stderr", most: number): () => string {
  let text = "";
  child[name]?.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-most);
  });
  return () => text;
}
