import type { ChildProcess } from "node:child_process";

type Stream = "ignore" | "inherit" | "pipe";
interface StartedProgram {
  readonly child: ChildProcess;
}
interface StartOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly stdout?: Stream;
  readonly stderr?: Stream;
}
export declare const SERVER_FLAGS: readonly string[];
export declare function startNode(args: readonly string[], options?: StartOptions): StartedProgram;
/** Returns true when it ended without being killed. */
export declare function stopProgram(program: StartedProgram): Promise<boolean>;
