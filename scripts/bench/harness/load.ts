/** Sends requests as many clients do, at full speed or at an even pace, and measures how long each took. */
import { once } from "node:events";
import { Agent, request as send } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import autocannon from "autocannon";
import { getQuantiles, type Quantiles } from "./metric";

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

export interface Measured extends Quantiles {
  /** The rate counts responses with 200 per second. */
  readonly rate: number;
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

/** Building more requests for every connection beforehand would take seconds, in which no response is read. */
const MOST_BUILT = 50;

/** Returns the requests of one connection: all of them, each connection beginning at another offset. */
function requestsFrom({ requests, connections }: Load, connection: number): autocannon.Request[] {
  let index = Math.floor((requests.length * connection) / connections);
  const next = (): autocannon.Request => {
    const { headers, ...request } = takeInTurn(requests, index++);
    return { ...request, headers: { ...headers } };
  };
  return requests.length > MOST_BUILT
    ? [{ setupRequest: (defaults) => ({ ...defaults, ...next() }) }]
    : requests.map(next);
}

/** Sends this many requests a second without waiting for earlier responses, as many readers together do. */
export async function measurePaced(load: Load, perSecond: number): Promise<Measured> {
  const { requests } = load;
  const startedAt = performance.now();
  const outcomes = await sendPaced(load, perSecond, (index) => takeInTurn(requests, index));
  return summarizeServed(load.url, outcomes, startedAt);
}

/** Sends the next request over each connection as soon as the one before was answered; no two requests need be alike. */
export async function measureEach(
  { url, connections, seconds }: Omit<Load, "requests">,
  next: (connection: number) => Request,
): Promise<Measured> {
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const outcomes = await sendEach(url, connections, (connection) =>
    performance.now() < until ? next(connection) : undefined,
  );
  return summarizeServed(url, outcomes, startedAt);
}

export interface Outcome {
  /** 0 means that there was no response. */
  readonly status: number;
  readonly ms: number;
}

/** Sends this many requests a second over at most as many connections, and accepts any status. */
export async function sendPaced(
  { url, seconds, connections }: Omit<Load, "requests">,
  perSecond: number,
  next: (index: number) => Request,
): Promise<readonly Outcome[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const startedAt = performance.now();
  const pending: Promise<Outcome>[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    const wait = startedAt + (index * 1000) / perSecond - performance.now();
    if (wait > 0) await delay(wait);
    pending.push(exchange(agent, url, next(index)));
  }
  const outcomes = await Promise.all(pending);
  agent.destroy();
  return outcomes;
}

/** Sends the next request over each connection as soon as the one before was answered, and accepts any status. */
export async function sendEach(
  url: string,
  connections: number,
  next: (connection: number) => Request | undefined,
): Promise<readonly Outcome[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const outcomes: Outcome[] = [];
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      for (let request = next(connection); request !== undefined; request = next(connection))
        outcomes.push(await exchange(agent, url, request));
    }),
  );
  agent.destroy();
  return outcomes;
}

function takeInTurn(requests: readonly Request[], index: number): Request {
  const request = requests[index % requests.length];
  if (request === undefined) throw new Error("There are no requests to send.");
  return request;
}

/** Throws on any status but 200: a fast rejection must not pass for a fast page. */
function summarizeServed(url: string, outcomes: readonly Outcome[], startedAt: number): Measured {
  const refused = outcomes.find(({ status }) => status !== 200);
  if (refused !== undefined) throw new Error(`${url} responded ${refused.status || "nothing"} to a request.`);
  return summarize(
    outcomes.map(({ ms }) => ms),
    startedAt,
  );
}

function summarize(latencies: readonly number[], startedAt: number): Measured {
  const rate = (latencies.length * 1000) / (performance.now() - startedAt);
  return { rate, ...getQuantiles(latencies) };
}

async function exchange(agent: Agent, url: string, request: Request): Promise<Outcome> {
  const startedAt = performance.now();
  const status = await getStatus(agent, url, request);
  return { status, ms: performance.now() - startedAt };
}

/** Resolves when the response is complete. */
async function getStatus(agent: Agent, url: string, request: Request): Promise<number> {
  const { method, path, headers, body } = request;
  const sent = send(`${url}${path}`, { agent, method, headers }).end(body);
  try {
    const [response] = await once(sent, "response");
    response.resume();
    await once(response, "end");
    return response.statusCode;
  } catch {
    // The program closed a connection that was not used for a while, just when it was used again.
    return sent.reusedSocket ? getStatus(agent, url, request) : 0;
  }
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
