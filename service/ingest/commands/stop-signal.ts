/** Lets the batch in progress end when the program is stopped. */
import { EXIT } from "./command-output";

/** A terminal and the programs between it and this one may pass on the same Ctrl-C (ms). */
const SAME_SIGNAL = 500;

let shared: (() => number | undefined) | undefined;

/** Returns the exit code of the stop signal, once there was one. The batch in progress is finished first. */
export function stopSignal(): () => number | undefined {
  shared ??= listen();
  return shared;
}

function listen(): () => number | undefined {
  let stopSignal: { code: number; at: number } | undefined;
  const stop = (code: number) => () => {
    if (stopSignal !== undefined && Date.now() - stopSignal.at > SAME_SIGNAL) process.exit(code);
    if (stopSignal === undefined)
      process.stderr.write("\nStopping after this batch. Press Ctrl-C again to stop now and roll the batch back.\n");
    stopSignal ??= { code, at: Date.now() };
  };
  process.on("SIGINT", stop(EXIT.interrupted));
  process.on("SIGTERM", stop(EXIT.terminated));
  // The program that started this one has ended.
  process.on("disconnect", stop(EXIT.terminated));
  return () => stopSignal?.code;
}
