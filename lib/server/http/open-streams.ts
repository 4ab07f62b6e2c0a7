/** Streams of events that are passed on to browsers. They end with the program: Next waits for every response. */
import "server-only";
import { getShared } from "../shared";

/** Instrumentation and routes share it, which Next bundles apart. */
const getStreams = () => getShared("open streams", () => ({ open: new Set<() => void>(), stopping: false }));

/** Returns the same stream, which ends when the program stops. */
export function untilStopped(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const { open, stopping } = getStreams();
  let close = () => {};
  const ended = () => void open.delete(close);
  const through = {
    start: (controller: TransformStreamDefaultController<Uint8Array>) => {
      // Ends the streams with their connections, over which a browser would otherwise send requests again, and find the
      // program still there.
      close = () => controller.error(new DOMException("the dashboard stops", "AbortError"));
      open.add(close);
      // Over a connection that was idle a browser may still send requests while the program waits for its last responses.
      if (stopping) close();
    },
    flush: ended,
    // A stream calls this when the reader leaves; TypeScript does not know it yet.
    cancel: ended,
  };
  return body.pipeThrough(new TransformStream(through));
}

export function countStreams(): number {
  return getStreams().open.size;
}

/** Browsers connect again, and go on after the last event that they have. */
export function endStreams(): void {
  const streams = getStreams();
  streams.stopping = true;
  for (const close of [...streams.open]) close();
}
