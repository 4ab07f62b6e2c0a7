/** Limits how long a response, or optional data of a page, may take. */
import "server-only";

/** A request, or reading its response, that took too long is aborted for this reason. */
export class ResponseTimeout extends Error {
  override readonly name = "ResponseTimeout";
}

/**
 * Ends the timer with the response, which is read whole unless it is streamed: passing a stream on takes half a ms more.
 * The timer of `AbortSignal.timeout` cannot be cleared, and until it fires it retains all that Next holds about the
 * request: 200 kB for an address of 12 kB.
 */
export async function fetchWithTimeout(
  timeoutMs: number,
  url: string,
  init: RequestInit,
  isStreamed = false,
): Promise<Response> {
  const stopped = new AbortController();
  const timer = setTimeout(
    () => stopped.abort(new ResponseTimeout(`no complete response within ${timeoutMs} ms`)),
    timeoutMs,
  );
  const end = () => clearTimeout(timer);
  try {
    const response = await fetch(url, { ...init, signal: stopped.signal });
    if (response.body !== null && isStreamed) {
      // A stream calls the second when the reader leaves before the end; TypeScript does not know it yet.
      const ends = { flush: end, cancel: end };
      return new Response(response.body.pipeThrough(new TransformStream(ends)), response);
    }
    const whole = response.body === null ? response : new Response(await response.arrayBuffer(), response);
    end();
    return whole;
  } catch (error) {
    end();
    throw error;
  }
}

/** Waits for optional data of a page, and resolves to undefined when it is late. */
export async function withTimeout<T>(promise: Promise<T>, waitMs: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), waitMs);
  });
  const first = await Promise.race([promise, timeout]);
  clearTimeout(timer);
  return first;
}
