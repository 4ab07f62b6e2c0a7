/** Runs a TCP proxy before PostgreSQL that delays, cuts, swallows and goes silent, as networks do. */
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { CommitTracker, MessageReader } from "./wire";

/** Traffic is disturbed in these ways. */
export type Interference =
  | { readonly kind: "none" }
  /** Both directions take that long (ms). */
  | { readonly kind: "delay"; readonly ms: number }
  /** Connections end at a commit: before the server gets it, or before the client gets the response. */
  | { readonly kind: "cut"; readonly when: "before commit" | "after commit"; readonly cuts: () => boolean }
  /** Nothing passes and nothing is closed, as when a cable is pulled; sent bytes arrive when it is plugged in again. */
  | { readonly kind: "silent" }
  /** The server receives everything, and none of its responses arrive. */
  | { readonly kind: "deaf" }
  /** New connections are closed immediately. */
  | { readonly kind: "refuse" };

const NONE: Interference = { kind: "none" };

export class PostgresProxy {
  readonly #server: Server;
  readonly #links = new Set<Link>();
  #interference = NONE;
  /** This many connections were cut at a commit. */
  cuts = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @param target the port of 127.0.0.1 where PostgreSQL listens, called again for every connection */
  static async open(target: () => number): Promise<PostgresProxy> {
    const server = createServer({ noDelay: true });
    const proxy = new PostgresProxy(server);
    server.on("connection", (client) => proxy.#accept(client, target()));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the proxy has no port");
    return address.port;
  }

  interfere(interference: Interference): void {
    this.#interference = interference;
    for (const link of this.#links) link.obey(interference);
  }

  pass(): void {
    this.interfere(NONE);
  }

  /** Ends all connections in the middle of their work. */
  cutAll(): void {
    for (const link of this.#links) link.cut();
  }

  async close(): Promise<void> {
    this.cutAll();
    this.#server.close();
    await once(this.#server, "close");
  }

  #accept(client: Socket, port: number): void {
    if (this.#interference.kind === "refuse") {
      client.on("error", () => undefined);
      client.resetAndDestroy();
      return;
    }
    const link = new Link(client, port, this.#interference, () => {
      this.cuts++;
    });
    this.#links.add(link);
    link.ended.then(() => this.#links.delete(link));
  }
}

/** A link joins one connection of the service to one of the server. */
class Link {
  readonly ended: Promise<unknown>;
  readonly #toServer: DirectionalStream;
  readonly #toClient: DirectionalStream;
  readonly #tracker = new CommitTracker();
  #interference: Interference;
  /** The server commits now, and its response is discarded. */
  #losesResponse = false;

  constructor(
    readonly client: Socket,
    port: number,
    interference: Interference,
    private readonly noteCut: () => void,
  ) {
    const server = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#toServer = new DirectionalStream(server);
    this.#toClient = new DirectionalStream(client);
    this.#interference = interference;
    this.obey(interference);
    const clientReader = new MessageReader("client");
    const serverReader = new MessageReader("server");
    client.on("data", (bytes) => {
      for (const message of clientReader.read(bytes)) {
        const cut = this.#tracker.commitsWith(message) ? this.#cutAtCommit() : undefined;
        if (cut === "before commit") return this.cut();
        if (cut === "after commit") this.#losesResponse = true;
        this.#toServer.send(message.bytes);
      }
    });
    server.on("data", (bytes) => {
      for (const message of serverReader.read(bytes)) {
        const finished = this.#tracker.recordResponse(message);
        if (this.#losesResponse && finished) return this.cut();
        if (!this.#losesResponse) this.#toClient.send(message.bytes);
      }
    });
    for (const socket of [client, server]) socket.on("error", () => undefined);
    // Bytes on their way when one side is paused still arrive at the other.
    client.on("close", () => this.#toServer.send("end"));
    server.on("close", () => this.#toClient.send("end"));
    this.ended = Promise.all([client, server].map((socket) => new Promise((resolve) => socket.once("close", resolve))));
  }

  obey(interference: Interference): void {
    this.#interference = interference;
    const { kind } = interference;
    const delayMs = kind === "delay" ? interference.ms : 0;
    this.#toServer.set({ paused: kind === "silent", delayMs });
    this.#toClient.set({ paused: kind === "silent" || kind === "deaf", delayMs });
  }

  cut(): void {
    this.#toServer.destroy();
    this.#toClient.destroy();
  }

  #cutAtCommit(): "before commit" | "after commit" | undefined {
    if (this.#interference.kind !== "cut" || !this.#interference.cuts()) return undefined;
    this.noteCut();
    return this.#interference.when;
  }
}

/** A stream carries one direction of a connection: bytes in order, paused or late, and then the end. */
class DirectionalStream {
  readonly #waiting: { readonly bytes: Buffer | "end"; readonly dueAt: number }[] = [];
  #paused = false;
  #delayMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly socket: Socket) {}

  set({ paused, delayMs }: { readonly paused: boolean; readonly delayMs: number }): void {
    this.#paused = paused;
    this.#delayMs = delayMs;
    this.#pump();
  }

  /** @param bytes the end closes the socket after all that was sent */
  send(bytes: Buffer | "end"): void {
    this.#waiting.push({ bytes, dueAt: performance.now() + this.#delayMs });
    this.#pump();
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#waiting.length = 0;
    this.socket.destroy();
  }

  #pump(): void {
    clearTimeout(this.#timer);
    while (!this.#paused) {
      const [first] = this.#waiting;
      if (first === undefined) return;
      const waitMs = first.dueAt - performance.now();
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#pump(), waitMs);
        return;
      }
      this.#waiting.shift();
      if (first.bytes === "end") this.socket.end();
      else this.socket.write(first.bytes);
    }
  }
}
