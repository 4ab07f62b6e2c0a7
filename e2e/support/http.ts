/** Sends a request exactly as it is written, where a browser or `fetch` would change its path and headers. */
import { request } from "node:http";

export interface RawResponse {
  readonly status: number;
  /** The names are in lower case; several of one name are joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** @param path sent as it is, with its query */
export function sendRaw(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const clientRequest = request({ hostname, port, path, method, headers, agent: false });
    clientRequest.once("response", (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        body += part;
        // A stream of events has no end.
        if (response.headers["content-type"] === "text/event-stream") response.emit("end");
      });
      response.once("error", reject).once("end", () => {
        const named = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
        resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(named), body });
        clientRequest.destroy();
      });
    });
    clientRequest.once("error", reject).end();
  });
}
