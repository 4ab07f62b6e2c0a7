/** Runs a TCP proxy before PostgreSQL that breaks connections the way networks do, for tests. */
import { connect, createServer, type Socket } from "node:net";

/** The fault happens to a connection on which the awaited bytes are sent. */
export type Fault =
  /** The bytes never reach the server. */
  | "cut-before"
  /** The server gets them, and its response is lost. */
  | "cut-after"
  /** They are delayed, with all that follows on this connection, until `release`. */
  | "delay";

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  /** These bytes to the server are delayed. */
  delayed: Buffer[] | undefined;
  /** Responses on this connection are lost. */
  deaf: boolean;
}

export interface DatabaseProxy {
  /** The address of the database goes through the proxy. */
  readonly url: string;
  /** Breaks the next connection on which these bytes are sent to the server, once. */
  breakOn(bytes: string, fault: Fault): void;
  /** Stops all traffic in both directions, on old connections and on new ones; nothing is closed. */
  silence(): void;
  /** Resumes traffic, and delivers delayed bytes. */
  release(): void;
  /** A fault that `breakOn` ordered has happened this often. */
  readonly faults: number;
  close(): Promise<void>;
}

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const links = new Set<Link>();
  let silent = false;
  let awaited: { readonly bytes: string; readonly fault: Fault } | undefined;
  let faults = 0;

  function cut({ client, server }: Link): void {
    client.destroy();
    server.destroy();
  }

  function toServer(link: Link, bytes: Buffer): void {
    if (link.delayed === undefined && awaited !== undefined && bytes.includes(awaited.bytes)) {
      const { fault } = awaited;
      awaited = undefined;
      faults += 1;
      if (fault === "cut-before") {
        cut(link);
        return;
      }
      if (fault === "delay") link.delayed = [];
      else link.deaf = true;
    }
    if (link.delayed === undefined) link.server.write(bytes);
    else link.delayed.push(bytes);
  }

  const proxy = createServer({ allowHalfOpen: false }, (client) => {
    const server = connect(Number(target.port), target.hostname);
    const link: Link = { client, server, delayed: silent ? [] : undefined, deaf: false };
    links.add(link);
    client.on("data", (bytes) => toServer(link, bytes));
    server.on("data", (bytes) => {
      if (link.deaf) cut(link);
      else client.write(bytes);
    });
    if (silent) server.pause();
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.on("error", () => undefined);
      // Delayed bytes survive the end of their sender.
      socket.on("close", () => {
        if (socket === client && link.delayed !== undefined) return;
        links.delete(link);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = proxy.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === "object" && address !== null ? address.port : "");

  return {
    url: url.href,
    breakOn: (bytes, fault) => {
      awaited = { bytes, fault };
    },
    silence: () => {
      silent = true;
      for (const link of links) {
        link.delayed ??= [];
        link.server.pause();
      }
    },
    release: () => {
      silent = false;
      for (const link of links) {
        for (const bytes of link.delayed ?? []) link.server.write(bytes);
        link.delayed = undefined;
        link.server.resume();
      }
    },
    get faults() {
      return faults;
    },
    close: async () => {
      for (const link of links) cut(link);
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
