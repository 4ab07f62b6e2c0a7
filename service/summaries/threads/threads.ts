/** Starts a thread of the summaries and sends it requests. */
import { Worker } from "node:worker_threads";
import type {
  Counted,
  CountRequest,
  DatasetMessage,
  Listed,
  ListRequest,
  Loaded,
  LoadRequest,
  Summarized,
  SummarizeRequest,
  ThreadRequest,
  ThreadResponse,
  ThreadSettings,
  WorkRequest,
} from "./thread-messages";

export interface Thread {
  /** These requests have no response yet. */
  readonly pending: number;
  load(request: LoadRequest): Promise<Loaded>;
  summarize(request: SummarizeRequest): Promise<Summarized>;
  list(request: ListRequest): Promise<Listed>;
  count(request: CountRequest): Promise<Counted>;
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
  const request = <T>(message: WorkRequest): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const id = ++lastId;
      // The thread responds to each type of request with its type of value.
      pending.set(id, { resolve: resolve as (value: unknown) => void, reject });
      worker.postMessage({ ...message, id } satisfies ThreadRequest);
    });
  return {
    get pending() {
      return pending.size;
    },
    load: (message) => request<Loaded>(message),
    summarize: (message) => request<Summarized>(message),
    list: (message) => request<Listed>(message),
    count: (message) => request<Counted>(message),
    send: (message) => worker.postMessage(message satisfies ThreadRequest),
    stop: async () => {
      stopping = true;
      await worker.terminate();
    },
  };
}

/** Opens the given bundle of the worker, or the one beside this bundle; without one, the sources. */
function openWorker(workerData: ThreadSettings, bundle: URL | undefined): Worker {
  const file = import.meta.url.endsWith(".mjs") ? new URL("./summaries-thread.mjs", import.meta.url) : bundle;
  if (file !== undefined) return new Worker(file, { workerData, execArgv: [] });
  // The loader of TypeScript registers itself in the main thread only.
  const entry = JSON.stringify(new URL("./thread.ts", import.meta.url).href);
  const script = `import("tsx/esm/api").then(({ register }) => { register(); return import(${entry}); });`;
  return new Worker(script, { workerData, execArgv: [], eval: true });
}
