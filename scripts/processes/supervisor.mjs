// Keeps the programs of `npm start` running: one that died is started again after a while, however often it dies.
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { killGroup } from "./programs.mjs";

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** A program that ran this long has recovered: it is restarted quickly again. */
const HEALTHY_MS = 60_000;
/** The last output of a dead program may take this long to arrive. */
const LAST_OUTPUT_MS = 500;
const OUTPUT_LIMIT = 4_000;

/**
 * Decides for one program how long it stays down after a death.
 * @returns a function of how long the program ran (ms), which returns the delay in ms, and how many times the program died since it last
 * recovered once the delay does not grow any more
 */
export function restartPolicy() {
  let attempts = 0;
  return (ranMs) => {
    if (ranMs >= HEALTHY_MS) attempts = 0;
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** attempts++, LONGEST_DELAY_MS);
    return { delayMs, deaths: delayMs === LONGEST_DELAY_MS ? attempts : undefined };
  };
}

/**
 * @param changed called with the running programs after each start
 * @param giveUp called with one sentence when a program refuses to start; one that was ready before is never given up, because a database
 * or a disk may be away for hours
 * @param print prints a line for the operator
 * @param errors takes what the programs write to their stderr
 */
export function createSupervisor({ changed, giveUp, print, policy = restartPolicy, errors = process.stderr }) {
  const running = new Map();
  const stopping = new AbortController();

  async function repeat(name, launch, firstReady) {
    const delayAfter = policy();
    let wasReady = false;
    while (!stopping.signal.aborted) {
      const startedAt = Date.now();
      const program = launch();
      running.set(name, program);
      changed([...running.values()]);
      program.ready.then((value) => {
        wasReady = true;
        firstReady(value);
      });
      const lastOutput = passOnErrors(program.child.stderr, errors);
      const how = await ending(program);
      running.delete(name);
      // The programs that it started have lost their parent.
      killGroup(program.child.pid);
      if (stopping.signal.aborted) return;
      if (!wasReady) return giveUp(`The ${name} exited (${how}); stopping everything.`);
      const { delayMs, deaths } = delayAfter(Date.now() - startedAt);
      const restarting = `restarting in ${delayMs / 1000} s.`;
      print(
        deaths === undefined
          ? `The ${name} exited (${how}); ${restarting}`
          : `ERROR: the ${name} is down. It exited ${deaths} times, the last time with: ${(await lastOutput()) || how}; ${restarting}`,
      );
      await delay(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    running,
    /**
     * Runs a program until `stop`. `launch` starts it, with its errors in a pipe, and responses it with `ready`, a
     * promise that never rejects.
     * @returns the value of `ready` the first time; never settles when the program ends before that, which is a
     * rejection and not repeated
     */
    keepRunning: (name, launch) =>
      new Promise((resolve) => {
        repeat(name, launch, resolve).catch((error) => giveUp(String(error.stack)));
      }),
    /** Starts nothing again; the caller ends the running programs. */
    stop: () => stopping.abort(),
  };
}

/** A program that the system could not start at all has ended as well. */
async function ending({ ended }) {
  try {
    const { code, signal } = await ended;
    return signal ?? `code ${code}`;
  } catch (error) {
    return error.code ?? error.message;
  }
}

/** Passes on what a program writes to its stderr, and returns how to get the last line of it that is not empty. */
function passOnErrors(stderr, errors) {
  let tail = "";
  stderr.setEncoding("utf8").on("data", (text) => {
    errors.write(text);
    tail = `${tail}${text}`.slice(-OUTPUT_LIMIT);
  });
  const complete = once(stderr, "close").catch(() => {});
  return async () => {
    await Promise.race([complete, delay(LAST_OUTPUT_MS, undefined, { ref: false })]);
    // Node prints a stack and its own version below the message of an uncaught error.
    const lines = tail.split("\n").filter((line) => /^[^\s}]/.test(line) && !/^Node\.js v/.test(line));
    return lines.at(-1)?.trim() ?? "";
  };
}
