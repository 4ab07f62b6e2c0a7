/** Plain HTTP from a client with as many connections as it takes: one with a bound would hide what a service does when it is late. */
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

export interface RequestOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** For the whole response (ms). */
  readonly timeoutMs: number;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** POST with a body, else GET. "late" when the response is not whole in time, "broken" when the connection ended before. */
export async function sendRequest(
  address: string,
  { headers, body, timeoutMs }: RequestOptions,
): Promise<HttpResponse | "late" | "broken"> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const clientRequest = request(address, { agent, signal, headers, method: body === undefined ? "GET" : "POST" });
      clientRequest.once("response", resolve).once("error", reject);
      clientRequest.end(body);
    });
    return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
  } catch {
    return signal.aborted ? "late" : "broken";
  }
}
