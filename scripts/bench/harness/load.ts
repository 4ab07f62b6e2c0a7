/** Sends requests as many clients do, at full speed or at an even pace, and measures how long each took. */
import { once } from "node:events";
import { Agent, request as send } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import autocannon from "autocannon";
import { getQuantiles, median, type Quantiles } from "./metric";

/** It is a POST with a body, else a GET. */
export interface Request {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  readonly url: string;
  /** They are sent in turn, or made one by one, for the number of the connection or, at an even pace, of the request. */
  readonly requests: readonly Request[] | ((number: number) => Request);
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
    throw new Error(`${load.url}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} requests failed.`);
  return summarize(latencies, startedAt);
}

/** Building more requests for every connection beforehand would take seconds, in which no response is read. */
const MOST_BUILT = 50;

/** Returns the requests of one connection: of a list all of them, each connection beginning at another offset. */
function requestsFrom({ requests, connections }: Load, connection: number): autocannon.Request[] {
  const setUp = (next: () => Request): autocannon.Request[] => [
    { setupRequest: (defaults) => ({ ...defaults, ...withMethod(next()) }) },
  ];
  if (typeof requests === "function") return setUp(() => requests(connection));
  let index = Math.floor((requests.length * connection) / connections);
  const next = () => takeInTurn(requests, index++);
  return requests.length > MOST_BUILT ? setUp(next) : requests.map(() => withMethod(next()));
}

function withMethod(request: Request) {
  return { ...request, method: request.body === undefined ? "GET" : "POST" } as const;
}

/** Sends this many requests a second without waiting for earlier responses, as many readers together do. Throws on any status but 200. */
export async function measurePaced(load: Load, perSecond: number): Promise<Measured> {
  const startedAt = performance.now();
  const outcomes = await sendPaced(load, perSecond);
  const refused = outcomes.find(({ status }) => status !== 200);
  if (refused !== undefined) throw new Error(`${load.url} responded ${refused.status || "nothing"} to a request.`);
  const latencies = outcomes.map(({ ms }) => ms);
  return summarize(latencies, startedAt);
}

export interface Outcome {
  /** 0 means that there was no response. */
  readonly status: number;
  readonly ms: number;
}

/** Sends this many requests a second over at most as many connections, and accepts any status. */
export async function sendPaced(
  { url, requests, seconds, connections }: Load,
  perSecond: number,
): Promise<readonly Outcome[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const startedAt = performance.now();
  const pending: Promise<Outcome>[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    const wait = startedAt + (index * 1000) / perSecond - performance.now();
    if (wait > 0) await delay(wait);
    pending.push(exchange(agent, url, typeof requests === "function" ? requests(index) : takeInTurn(requests, index)));
  }
  const outcomes = await Promise.all(pending);
  agent.destroy();
  return outcomes;
}

function takeInTurn(requests: readonly Request[], index: number): Request {
  const request = requests[index % requests.length];
  if (request === undefined) throw new Error("There are no requests to send.");
  return request;
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
  const { path, body, ...options } = withMethod(request);
  const sent = send(`${url}${path}`, { agent, ...options }).end(body);
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
 * Does each kind of work in turn, so that other work of the machine affects all alike, and returns the results of each
 * kind. The first turn warms up and does not count.
 */
export async function inTurn<Kind extends string, Result>(
  turns: number,
  work: Readonly<Record<Kind, (warmsUp: boolean) => Promise<Result>>>,
): Promise<Readonly<Record<Kind, readonly Result[]>>> {
  const kinds = Object.keys(work) as Kind[];
  const found = Object.fromEntries(kinds.map((kind) => [kind, []])) as unknown as Record<Kind, Result[]>;
  for (const kind of kinds) await work[kind](true);
  for (let turn = 0; turn < turns; turn++) for (const kind of kinds) found[kind].push(await work[kind](false));
  return found;
}

/** Returns each value's median over several rounds. */
export function getMedianRound(rounds: readonly Measured[]): Measured {
  const find = (name: keyof Measured) => median(rounds.map((round) => round[name]));
  return { rate: find("rate"), p50: find("p50"), p95: find("p95"), p99: find("p99") };
}
