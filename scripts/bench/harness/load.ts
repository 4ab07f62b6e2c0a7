/** Sends requests as many clients do, at full speed or at an even pace, and measures how long each took. */
import { Agent, request as send } from "node:http";
import autocannon from "autocannon";
import { quantile } from "./metric";

export interface Request {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  readonly url: string;
  /** Every connection takes the requests in turn. */
  readonly requests: readonly Request[];
  readonly connections: number;
  readonly seconds: number;
}

export interface Measured {
  /** The rate counts responses with 200 per second. */
  readonly rate: number;
  /** Latencies are in ms. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Sends requests as fast as they are answered. Throws on any status but 200: a fast rejection must not pass for a fast page. */
export async function measure(load: Load): Promise<Measured> {
  const latencies: number[] = [];
  let clients = 0;
  const startedAt = performance.now();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: load.url,
        connections: load.connections,
        duration: load.seconds,
        setupClient: (client) => client.setRequests(requestsFrom(load, clients++)),
      },
      (error, finished) => (error ? reject(error) : resolve(finished)),
    );
    run.on("response", (_client, status, _bytes, ms) => {
      if (status === 200) latencies.push(ms);
    });
  });
  if (result.non2xx > 0 || result.errors > 0 || latencies.length === 0)
    throw new Error(
      `${load.url}${load.requests[0]?.path}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} requests failed.`,
    );
  return summarize(latencies, startedAt);
}

/** Yields the requests of one connection: all of them, each connection beginning at another offset. */
function requestsFrom({ requests, connections }: Load, connection: number): autocannon.Request[] {
  const first = Math.floor((requests.length * connection) / connections);
  return [...requests.slice(first), ...requests.slice(0, first)].map(({ headers, ...request }) => ({
    ...request,
    headers: { ...headers },
  }));
}

/** Sends this many requests a second without waiting for earlier responses, as many readers together do. */
export async function measurePaced(
  { url, requests, seconds, connections }: Load,
  perSecond: number,
): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const startedAt = performance.now();
  const pending: Promise<number>[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    const wait = startedAt + (index * 1000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const next = requests[index % requests.length];
    if (next !== undefined) pending.push(timed(() => receive(agent, url, next)));
  }
  const latencies = await Promise.all(pending);
  agent.destroy();
  return summarize(latencies, startedAt);
}

export interface Outcome {
  readonly status: number;
  readonly ms: number;
}

/** Sends this many requests a second over as many connections as that takes, and accepts any status; 0 is no response. */
export async function sendPaced(
  url: string,
  seconds: number,
  perSecond: number,
  next: (index: number) => Request,
): Promise<readonly Outcome[]> {
  const agent = new Agent({ keepAlive: true });
  const startedAt = performance.now();
  const pending: Promise<Outcome>[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    const wait = startedAt + (index * 1000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const sentAt = performance.now();
    const status = exchange(agent, url, next(index)).catch(() => 0);
    pending.push(status.then((known) => ({ status: known, ms: performance.now() - sentAt })));
  }
  const outcomes = await Promise.all(pending);
  agent.destroy();
  return outcomes;
}

/** Sends the next request over each connection as soon as the one before was answered; no two requests need be alike. */
export async function measureEach(
  { url, connections, seconds }: Omit<Load, "requests">,
  next: (connection: number) => Request,
): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      while (performance.now() < startedAt + seconds * 1000)
        latencies.push(await timed(() => receive(agent, url, next(connection))));
    }),
  );
  agent.destroy();
  return summarize(latencies, startedAt);
}

function summarize(latencies: readonly number[], startedAt: number): Measured {
  const rate = (latencies.length * 1000) / (performance.now() - startedAt);
  const at = (share: number) => quantile(latencies, share);
  return { rate, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Resolves when the response is complete, and rejects when it is not a 200. */
async function receive(agent: Agent, url: string, request: Request): Promise<void> {
  const status = await exchange(agent, url, request);
  if (status !== 200) throw new Error(`${url}${request.path} responded ${status}.`);
}

/** Resolves to the status when the response is complete. */
function exchange(agent: Agent, url: string, { method, path, headers, body }: Request): Promise<number> {
  return new Promise((resolve, reject) => {
    const clientRequest = send(`${url}${path}`, { agent, method, headers }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    clientRequest.on("error", reject).end(body);
  });
}

/** Measures how long some work takes, in ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/**
 * Does each kind of work in turn, so that other work of the machine affects all alike, and returns a function that
 * finds the results of a kind. The first turn warms up and does not count.
 */
export async function inTurn<Kind extends string, Result>(
  turns: number,
  work: Readonly<Record<Kind, (warmsUp: boolean) => Promise<Result>>>,
): Promise<(kind: Kind) => readonly Result[]> {
  const found = new Map<string, Result[]>();
  for (let turn = -1; turn < turns; turn++)
    for (const [kind, act] of Object.entries<(warmsUp: boolean) => Promise<Result>>(work)) {
      const result = await act(turn < 0);
      if (turn < 0) found.set(kind, []);
      else found.get(kind)?.push(result);
    }
  return (kind) => found.get(kind) ?? [];
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return ((low ?? 0) + (high ?? 0)) / 2;
}

/** Returns the median of the time that one kind of work takes longer than another, turn by turn. */
export function medianDifference(numbers: readonly number[], base: readonly number[]): number {
  return median(numbers.map((number, turn) => number - (base[turn] ?? 0)));
}

/** Returns each value's median over several rounds. */
export function getMedianRound(rounds: readonly Measured[]): Measured {
  return {
    rate: median(rounds.map((round) => round.rate)),
    p50: median(rounds.map((round) => round.p50)),
    p95: median(rounds.map((round) => round.p95)),
    p99: median(rounds.map((round) => round.p99)),
  };
}
