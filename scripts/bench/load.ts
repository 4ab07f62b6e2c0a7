/** Sends one shape of request over a fixed number of connections for a while and measures it. */
import autocannon from "autocannon";

export interface Request {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  readonly url: string;
  /** Every connection takes them in turn. */
  readonly requests: readonly Request[];
  readonly connections: number;
  readonly seconds: number;
}

export interface Measured {
  /** Responses with 200, per second. */
  readonly rate: number;
  /** Latencies in ms. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Throws on any status but 200: a fast rejection must not pass for a fast page. */
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
  const elapsed = (performance.now() - startedAt) / 1000;
  if (result.non2xx > 0 || result.errors > 0 || latencies.length === 0)
    throw new Error(
      `${load.url}${load.requests[0]?.path}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} requests failed.`,
    );
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { rate: latencies.length / elapsed, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** The requests of one connection: all of them, each connection beginning at another offset. */
function requestsFrom({ requests, connections }: Load, connection: number): autocannon.Request[] {
  const first = Math.floor((requests.length * connection) / connections);
  return [...requests.slice(first), ...requests.slice(0, first)].map(({ headers, ...request }) => ({
    ...request,
    headers: { ...headers },
  }));
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return ((low ?? 0) + (high ?? 0)) / 2;
}

/** Each value's median over several rounds. */
export function medianOf(rounds: readonly Measured[]): Measured {
  return {
    rate: median(rounds.map((round) => round.rate)),
    p50: median(rounds.map((round) => round.p50)),
    p95: median(rounds.map((round) => round.p95)),
    p99: median(rounds.map((round) => round.p99)),
  };
}
