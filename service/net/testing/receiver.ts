/** Runs a receiver for tests, over HTTPS with the tests' certificate or over plain HTTP, on a free port of loopback. */
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { RECEIVER_CERTIFICATE } from "./certificates";

export interface Received {
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface Receiver {
  /** Returns its URL for a host name of the certificate, by default the address. */
  url(host?: string): string;
  readonly received: Received[];
  readonly connections: () => number;
  /** Answers each following request. */
  respond: (response: ServerResponse, received: Received) => void;
  stop(): Promise<void>;
}

export async function startReceiver({ secure = true, port = 0 } = {}): Promise<Receiver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const one = { headers: request.headers, body: Buffer.concat(chunks).toString() };
      receiver.received.push(one);
      receiver.respond(response, one);
    });
  };
  const server = secure ? https.createServer(RECEIVER_CERTIFICATE, handle) : http.createServer(handle);
  server.on("connection", (socket) => {
    connections++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: (host = "127.0.0.1") => `${secure ? "https" : "http"}://${host}:${address.port}/webhooks`,
    received: [],
    connections: () => connections,
    respond: (response) => void response.writeHead(204).end(),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
