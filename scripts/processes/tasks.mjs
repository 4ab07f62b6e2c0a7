// Runs npm and the build so that a kill -9 at any moment leaves nothing that the next command could trip over.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { isAlive } from "../../service/store/embedded/process-identity.mjs";
import { withProcessLock } from "../../service/store/embedded/process-lock.mjs";
import { CommandError, noteFile, printLine } from "../project.mjs";
import { onStopRequest, startNode } from "./programs.mjs";

/** An installation may take minutes on a slow line. */
const LOCK_MS = 20 * 60_000;
const EARLIER_MS = 5_000;

/** One of these at a time in this clone, over all processes. */
export function oneAtATime(name, work) {
  const onWait = (pid) => printLine(`Waiting for process ${pid}, which is doing the same (${name}).`);
  return withProcessLock(noteFile(`${name}.lock`), { timeoutMs: LOCK_MS, onWait }, work);
}

/**
 * Runs `node <args>` to its end and responses exit code and output. Call it inside oneAtATime(name): the process of an
 * earlier command that was killed is gone before this one begins.
 */
export async function runTask(name, args, env) {
  const note = noteFile(`${name}.process`);
  await endEarlier(note);
  const program = startNode(args, { env, stdout: "pipe", stderr: "pipe" });
  writeFileSync(note, JSON.stringify(program.identity));
  let output = "";
  for (const stream of [program.child.stdout, program.child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  let stopListening = () => {};
  const stopped = new Promise((resolve) => {
    stopListening = onStopRequest(resolve);
  });
  const result = await Promise.race([program.ended, stopped]);
  stopListening();
  if (typeof result === "string") {
    program.child.kill("SIGKILL");
    await program.ended;
    throw new CommandError(`Stopped by ${result}.`);
  }
  rmSync(note, { force: true });
  return { code: result.code ?? 1, output };
}

async function endEarlier(note) {
  let earlier;
  try {
    earlier = JSON.parse(readFileSync(note, "utf8"));
  } catch {
    return;
  }
  // It ends by itself when its channel to the killed command closes.
  const deadline = Date.now() + EARLIER_MS;
  while (isAlive(earlier)) {
    if (Date.now() > deadline) process.kill(earlier.pid, "SIGKILL");
    await delay(50);
  }
}
