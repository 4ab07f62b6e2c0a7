/** Starts a thread of the summaries and sends it requests. */
import { Worker } from "node:worker_threads";
import type {
  DatasetMessage,
  ThreadRequest,
  ThreadResponse,
  ThreadSettings,
  WorkRequest,
  WorkResults,
} from "./thread-messages";

export interface Thread {
  /** These requests have no response yet. */
  readonly pending: number;
  request<Type extends WorkRequest["type"]>(message: WorkRequest & { type: Type }): Promise<WorkResults[Type]>;
  send(message: DatasetMessage): void;
  stop(): Promise<void>;
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * @param bundle the built thread, where it is not beside the built service
 * @param onExit called when the thread ended unexpectedly
 */
export function startThread(settings: ThreadSettings, bundle: URL | undefined, onExit: () => void): Thread {
  const worker = openWorker(settings, bundle);
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let stopping = false;
  // Only requests wait for a response, and they keep the process alive themselves.
  worker.unref();
  worker.on("message", (response: ThreadResponse) => {
    const waiting = pending.get(response.id);
    pending.delete(response.id);
    if ("value" in response) waiting?.resolve(response.value);
    else waiting?.reject(Object.assign(new Error(response.error.message), { code: response.error.code }));
  });
  const fail = (error: Error) => {
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  worker.on("error", fail);
  worker.on("exit", () => {
    fail(new Error("the thread of the summaries has ended"));
    if (!stopping) onExit();
  });
  return {
    get pending() {
      return pending.size;
    },
    request: (message) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        // The thread responds to each type of request with its type of value.
        pending.set(id, { resolve: resolve as (value: unknown) => void, reject });
        worker.postMessage({ ...message, id } satisfies ThreadRequest);
      }),
    send: (message) => worker.postMessage(message satisfies ThreadRequest),
    stop: async () => {
      stopping = true;
      await worker.terminate();
    },
  };
}

/**
 * A thread keeps its largest young generation, 48 MB by default, although it needs that only while it reads a feed. With this
 * much it reads as fast.
 */
const RESOURCES = { maxYoungGenerationSizeMb: 6 } as const;

/** Opens the given bundle of the worker, or the one beside this bundle; without one, the sources. */
function openWorker(workerData: ThreadSettings, bundle: URL | undefined): Worker {
  const options = { workerData, execArgv: [], resourceLimits: RESOURCES };
  const file = import.meta.url.endsWith(".mjs") ? new URL("./summaries-thread.mjs", import.meta.url) : bundle;
  if (file !== undefined) return new Worker(file, options);
  // The loader of TypeScript registers itself in the main thread only.
  const entry = JSON.stringify(new URL("./thread.ts", import.meta.url).href);
  const script = `import("tsx/esm/api").then(({ register }) => { register(); return import(${entry}); });`;
  return new Worker(script, { ...options, eval: true });
}
