/**
 * `npm run bench -- limits`: what everyone else waits for their page while one person sends 400 writes of the watchlist at
 * once. Quiet and busy phases take turns, so that whatever else the machine does falls on both alike.
 */
import { Agent, request as send } from "node:http";
import { ACCOUNT } from "@dealflow/contract/account";
import autocannon from "autocannon";
import { createSignedInPerson } from "@/service/accounts/people/testing";
import { createWorkspace } from "@/service/accounts/workspaces";
import { newId } from "@/service/store/new-id";
import type { Pools } from "@/service/store/pools";
import { forwardedHeaders } from "./forwarded-headers";
import { median } from "./load";
import { readOptions } from "./options";
import { BENCH_SECRET } from "./programs";
import { runBench } from "./run-bench";
import { type Metric, quantile, round } from "./web/metric";

const AT_ONCE = 400;
/** Between two pages of the other person. */
const PAUSE_MS = 60;
/** Busy against quiet. */
const MOST_RATIO = 2;

interface Person {
  readonly cookie: string;
  readonly address: string;
}

export async function benchLimits(args: readonly string[]): Promise<void> {
  const options = readOptions("limits", args);
  await runBench("limits", { ...options }, async ({ pools, startService, print }) => {
    const service = await startService();
    const [busy, other] = [await newPerson(pools, "198.51.100.1"), await newPerson(pools, "198.51.100.2")];
    return measure(service.url, { busy, other, ...options }, print);
  });
}

async function newPerson({ main }: Pools, address: string): Promise<Person> {
  const workspace = await createWorkspace(main, `Bench ${newId()}`, 0, new Date());
  if (workspace === undefined) throw new Error("The workspace is there already.");
  const { cookie } = await createSignedInPerson(main, BENCH_SECRET, workspace.id, "owner");
  return { cookie, address };
}

interface Stage {
  readonly busy: Person;
  readonly other: Person;
  readonly rounds: number;
  /** Of each phase. */
  readonly seconds: number;
}

async function measure(
  url: string,
  { busy, other, rounds, seconds }: Stage,
  print: (sentence: string) => void,
): Promise<Metric[]> {
  const quiet: number[][] = [];
  const during: number[][] = [];
  const responses: Record<string, number> = {};
  for (let turn = 0; turn <= rounds; turn++) {
    const alone = await measurePhase(url, other, seconds);
    const writing = writeInParallel(url, busy, seconds + 1);
    const beside = await measurePhase(url, other, seconds);
    const response = await writing;
    // The first turn warms up.
    if (turn === 0) continue;
    quiet.push(alone);
    during.push(beside);
    for (const [status, count] of Object.entries(response)) responses[status] = (responses[status] ?? 0) + count;
    print(
      `turn ${turn}: ${round(median(alone), 2)} ms alone, ${round(median(beside), 2)} ms beside ${AT_ONCE} writers`,
    );
  }
  const [p50Quiet, p50Busy] = [median(quiet.map(median)), median(during.map(median))];
  return [
    { what: "another person's page, alone: p50, ms", value: round(p50Quiet, 2) },
    { what: `beside ${AT_ONCE} parallel writes of one person: p50, ms`, value: round(p50Busy, 2) },
    { what: "the second against the first", value: round(p50Busy / p50Quiet, 2), budget: { most: MOST_RATIO } },
    { what: "alone: p95, ms", value: round(quantile(quiet.flat(), 0.95), 2) },
    { what: "beside the writes: p95, ms", value: round(quantile(during.flat(), 0.95), 2) },
    ...Object.entries(responses).map(([status, count]) => ({ what: `writes with status ${status}`, value: count })),
  ];
}

/** In a thread of its own, so that what is measured here waits for the service alone. Counts responses by status. */
function writeInParallel(url: string, person: Person, seconds: number): Promise<Record<string, number>> {
  return new Promise((resolve, reject) => {
    autocannon(
      {
        url: `${url}${ACCOUNT.watch.path}`,
        method: ACCOUNT.watch.method,
        headers: forwardedHeaders(person.cookie, person.address),
        body: JSON.stringify({ companies: [{ id: newId(), name: "Company", domain: null }] }),
        // Each writes again as soon as it gets a response: a program that waits for nothing.
        connections: AT_ONCE,
        duration: seconds,
        workers: 1,
      },
      (error, { statusCodeStats = {} }) => {
        const counts = Object.entries(statusCodeStats).map(([status, { count = 0 }]) => [status, count]);
        if (error) reject(error);
        else resolve(Object.fromEntries(counts));
      },
    );
  });
}

/** Milliseconds to whole responses, requested now and then over one connection, as by someone who looks at pages. */
async function measurePhase(url: string, person: Person, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (const until = performance.now() + seconds * 1000; performance.now() < until; ) {
    times.push(await timeOf(agent, `${url}${ACCOUNT.me.path}`, person));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  agent.destroy();
  return times;
}

function timeOf(agent: Agent, url: string, person: Person): Promise<number> {
  const sentAt = performance.now();
  return new Promise((resolve, reject) => {
    const clientRequest = send(url, { agent, headers: forwardedHeaders(person.cookie, person.address) }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`The other person got status ${response.statusCode}.`));
      response.resume().on("end", () => resolve(performance.now() - sentAt));
    });
    clientRequest.on("error", reject).end();
  });
}
