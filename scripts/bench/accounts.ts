/**
 * Runs `npm run bench -- accounts`: measures how long signing in takes, whether its time shows who has an account, how
 * much longer a page of the feed takes through a person's session, and a purchase through the dashboard.
 */
import { ACCOUNT } from "@dealflow/contract/account/account";
import { BUY } from "@dealflow/contract/account/explore";
import { accountFeedPath } from "@dealflow/contract/account/people";
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER, IDEMPOTENCY_KEY_HEADER } from "@dealflow/contract/headers";
import { INTENT_HEADER } from "@/lib/api/dashboard";
import { createKey } from "@/service/accounts/keys";
import { updateWorkspace } from "@/service/accounts/workspaces";
import { grantCredits } from "@/service/credits/ledger";
import type { Pools } from "@/service/store/pools/pools";
import { inTurn, type Load, measure, measurePaced, type Request, timed } from "./harness/load";
import { type Metric, median, quantile, round } from "./harness/metric";
import type { BenchOptions } from "./harness/options";
import { runBench } from "./harness/run-bench";
import { forwardedHeaders, UNLIMITED } from "./harness/workspaces";

const PASSWORD = "a long one that nobody guesses";
const SIGN_IN_MS = 250;
const HOP_MS = 6;
const REPORTED_PERCENTILES = 0.05;
/** An account may be tried this often in a minute before it has to wait. */
const TRIES = 4;
/** Each variant requests pages at this rate, or as fast as one client can, for this long. */
const PACE = { perSecond: 20, seconds: 5 };

interface Stage {
  readonly service: string;
  readonly dashboard: string;
  readonly pools: Pools;
}

interface Person {
  readonly email: string;
  /** The cookie is `name=value`. */
  readonly cookie: string;
  readonly workspaceId: string;
}

export async function benchAccounts(options: BenchOptions<"accounts">): Promise<void> {
  const { events, people, rounds } = options;
  await runBench("accounts", options, async ({ openMarket, print, startService, startDashboard }) => {
    const { url, pools } = await openMarket("bench_accounts", events);
    // One person requests more pages a minute than people may.
    const settings = { RATE_LIMIT_FACTOR: "9999" };
    const service = await startService(url, settings);
    // The dashboard trusts the client addresses that the benchmark sends.
    const dashboard = await startDashboard(service, { ...settings, TRUST_PROXY: "127.0.0.1" });
    const stage: Stage = { service: service.url, dashboard: dashboard.url, pools };
    const registered: Person[] = [];
    for (let index = 0; index < people; index++) registered.push(await register(stage, index));
    print(`${people} people registered`);
    return [...(await signIns(stage, registered)), ...(await hops(stage, registered[0], rounds))];
  });
}

async function register(stage: Stage, index: number): Promise<Person> {
  const email = `person-${index}@bench.example`;
  const response = await post(stage, ACCOUNT.register.path, { email, password: PASSWORD, name: `Person ${index}` });
  if (response.status !== 201)
    throw new Error(`A registration failed with ${response.status}: ${await response.text()}`);
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const { identity } = await response.json();
  return { email, cookie, workspaceId: String(identity.workspace.id) };
}

let addresses = 0;

/** Posts to the dashboard as a browser does, each time from another address, so that no limit by address is met. */
function post({ dashboard }: Stage, accountPath: string, body: unknown): Promise<Response> {
  return fetch(`${dashboard}/api${accountPath}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Sec-Fetch-Site": "same-origin",
      "X-Forwarded-For": `10.0.${addresses >> 8}.${addresses++ & 255}`,
    },
    body: JSON.stringify(body),
  });
}

async function signIns(stage: Stage, people: readonly Person[]): Promise<Metric[]> {
  const signIn = (email: string, password: string, expected: number): Promise<number> =>
    timed(async () => {
      const response = await post(stage, ACCOUNT.signIn.path, { email, password });
      await response.arrayBuffer();
      if (response.status !== expected) throw new Error(`A sign-in got ${response.status} instead of ${expected}.`);
    });
  const right: number[] = [];
  const known: number[] = [];
  const unknown: number[] = [];
  for (let time = 0; time < TRIES; time++)
    for (const [index, { email }] of people.entries()) {
      // Each kind runs in turn, so that other work of the machine affects all alike.
      known.push(await signIn(email, "a long one that is not right", 401));
      unknown.push(await signIn(`nobody-${index}@bench.example`, "a long one that is not right", 401));
      right.push(await signIn(email, PASSWORD, 200));
    }
  const [ofKnown, ofUnknown] = [median(known), median(unknown)];
  return [
    { what: `sign-in through the dashboard, ${right.length} times: p50, ms`, value: round(median(right), 1) },
    { what: "sign-in: p95, ms", value: round(quantile(right, 0.95), 1), budget: { most: SIGN_IN_MS } },
    { what: "wrong password of an account: median, ms", value: round(ofKnown, 1) },
    { what: "the same without an account: median, ms", value: round(ofUnknown, 1) },
    {
      what: "difference of these medians, share",
      value: round(Math.abs(ofUnknown - ofKnown) / ofKnown, 3),
      budget: { most: REPORTED_PERCENTILES },
    },
  ];
}

/** Requests the same page with a key and through a session, and purchases it at the service and the dashboard, in turns. */
async function hops(stage: Stage, person: Person | undefined, rounds: number): Promise<Metric[]> {
  if (person === undefined) throw new Error("Nobody was registered.");
  const { main } = stage.pools;
  await grantCredits(main, person.workspaceId, UNLIMITED, new Date());
  await updateWorkspace(main, person.workspaceId, { rate: UNLIMITED, burst: UNLIMITED });
  const { key } = await createKey(main, person.workspaceId, "bench", new Date());
  const page = `${FEEDS.funding.path}?countries=US`;
  const signedIn = forwardedHeaders(person.cookie, "127.0.0.1");
  const fromBrowser = { Cookie: person.cookie, "Sec-Fetch-Site": "same-origin", [INTENT_HEADER]: "buy" };
  // The rows are owned after the first purchase, so that the same work is done each time.
  const purchase = (path: string, headers: Readonly<Record<string, string>>) => (): Request => ({
    path: `${path}?countries=US`,
    headers: { ...headers, "Content-Type": "application/json", [IDEMPOTENCY_KEY_HEADER]: crypto.randomUUID() },
    body: "{}",
  });
  const records = BUY.records.path.replace(":id", "funding");
  const { perSecond, seconds } = PACE;
  const load = (url: string, next: () => Request): Load => ({ url, requests: next, connections: 1, seconds });
  const loads = {
    page: load(stage.service, () => ({ path: page, headers: { [API_KEY_HEADER]: key } })),
    session: load(stage.service, () => ({ path: accountFeedPath(page), headers: signedIn })),
    purchase: load(stage.service, purchase(records, signedIn)),
    dashboard: load(stage.dashboard, purchase(`/api${records}`, fromBrowser)),
  };
  type Variant = keyof typeof loads;
  const paces = {
    [`${perSecond} a second`]: (load: Load) => measurePaced(load, perSecond),
    "one after the other": measure,
  };
  const metrics: Metric[] = [];
  for (const [pace, take] of Object.entries(paces)) {
    const time = (name: Variant) => async () => (await take(loads[name])).p50;
    const found = await inTurn(rounds, {
      page: time("page"),
      session: time("session"),
      purchase: time("purchase"),
      dashboard: time("dashboard"),
    });
    const added = (name: Variant, base: Variant) =>
      round(median(found[name].map((ms, turn) => ms - (found[base][turn] ?? Number.NaN))), 1);
    metrics.push(
      { what: `a page with an API key, ${pace}: p50, ms`, value: round(median(found.page), 1) },
      { what: `${pace}: added by a person's session: p50, ms`, value: added("session", "page") },
      { what: `a purchase at the service, ${pace}: p50, ms`, value: round(median(found.purchase), 1) },
      {
        what: `${pace}: added to it by the dashboard: p50, ms`,
        value: added("dashboard", "purchase"),
        budget: { most: HOP_MS },
      },
    );
  }
  return metrics;
}
