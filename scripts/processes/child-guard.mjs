// Loaded into every program that a script starts (node --import): when the script dies, even by kill -9, the program ends too.
import { isMainThread } from "node:worker_threads";

/** Longer than any response takes. Next never ends by itself when it is stopped before it is ready, and keeps its port. */
const GRACE_MS = 5_000;

// The program's own children inherit this import and a channel of another kind, which is theirs to use.
if (isMainThread && process.connected && process.env.DEALFLOW_STARTED_BY === String(process.ppid)) {
  process.once("disconnect", () => {
    setTimeout(() => process.kill(process.pid, "SIGKILL"), GRACE_MS).unref();
    // As if it had got a stop signal: a program without a handler ends here.
    process.kill(process.pid, "SIGTERM");
  });
  // Its last output may have no reader: that must not end it before it has stopped in order.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  // The channel alone must not keep a finished program alive.
  process.channel?.unref();
}
