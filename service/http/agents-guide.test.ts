import { type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DESCRIBED, type EndpointId } from "@/lib/describe/endpoints";
import { DEMO_DOMAINS } from "@/lib/describe/examples/example-values";
import { getExamples } from "@/lib/describe/examples/response-examples";
import { agentsGuide } from "@/lib/describe/guide/agents-guide";
import { openApiDocument } from "@/lib/describe/openapi/openapi";
import { responseHeaders } from "@/lib/describe/openapi/response-headers";
import { grantCredits } from "@/service/credits/ledger";
import type { CompanyFacts } from "@/service/records/company";
import { inTransaction } from "@/service/store/transaction";
import type { Job, Outcome, Task } from "./five-jobs.test-program";
import { insertCompanies, insertDeal, insertMove, insertPerson, insertRound, updateCompany } from "./testing/fixtures";
import { type TestService, testService } from "./testing/service";

const DEALS = 160;

let service: TestService;
let key: string;
let guide: string;
let openApi: string;
let folder: string;
let companies: CompanyFacts[];
/** Ids by what the jobs request, in the order in which they are to come. */
const expected = { seeds: [] as string[], timeline: [] as string[], deals: [] as string[] };

function day(number: number): Date {
  return new Date(Date.UTC(2026, 8, number));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "dealflow-guide-"));
  service = await testService();
  ({ key } = await service.account(1_000_000));
  const addresses = { apiUrl: service.url, siteUrl: service.url, dashboardUrl: service.url };
  guide = agentsGuide(addresses);
  openApi = JSON.stringify(openApiDocument({ ...addresses, version: "test" }));

  const { pool } = service.database;
  companies = await insertCompanies(pool, [
    { name: "Quorvane", domain: DEMO_DOMAINS[0], hqCountry: "DE" },
    { name: "Tavmeer", domain: DEMO_DOMAINS[1], hqCountry: "NL" },
    { name: "Seineline", domain: "seineline.example", hqCountry: "FR" },
  ]);
  const [german, dutch, french] = companies;
  if (german === undefined || dutch === undefined || french === undefined) throw new Error("three companies were made");
  const round = async (company: CompanyFacts, round: "seed" | "series-a", at: number) =>
    (await insertRound(pool, company, { round, announcedAt: day(at) })).id;
  const person = await insertPerson(pool);
  const appointed = (await insertMove(pool, person, german, { announcedAt: day(1) })).id;
  const seeds = [await round(german, "seed", 2), await round(french, "seed", 3), await round(german, "seed", 4)];
  await round(dutch, "seed", 5);
  await round(french, "series-a", 6);
  const deals: string[] = [];
  for (let at = 0; at < DEALS; at++) {
    const announcedAt = new Date(day(10).getTime() + at * 3_600_000);
    deals.push((await insertDeal(pool, dutch, at === 0 ? german : `Target ${at}`, { announcedAt })).id);
  }
  expected.seeds = seeds.toReversed();
  expected.deals = deals.toReversed();
  expected.timeline = [german.id, appointed, seeds[0] ?? "", seeds[2] ?? "", deals[0] ?? ""];
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface ProcessResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
  input = "",
): Promise<ProcessResult> {
  const child = spawn(command, args, { ...options, stdio: ["pipe", "pipe", "pipe"] });
  const exitCode = new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? -1));
  });
  if (child.stdin === null || child.stdout === null || child.stderr === null) throw new Error("no pipes");
  child.stdin.end(input);
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exitCode]);
  return { code, out, err };
}

/** Writes TypeScript as a program that Node runs without a build. */
function program(name: string, source: string): string {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, transformSync(source, { loader: "ts", format: "esm" }).code);
  return file;
}

function testProgram(name: string): string {
  return program(name, readFileSync(join(import.meta.dirname, `${name}.test-program.ts`), "utf8"));
}

/** Returns the code of the guide in one language, in the order of the page. */
function snippets(language: "sh" | "ts"): string[] {
  return [...guide.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(([, code = ""]) => code);
}

function environment(as: string, path = process.env.PATH): NodeJS.ProcessEnv {
  return { NODE_ENV: "test", PATH: path, API_URL: service.url, DEALFLOW_API_KEY: as };
}

describe("the guide's TypeScript runs as it stands:", () => {
  async function runSnippet(index: number, as = key): Promise<ProcessResult> {
    const file = program(`snippet-${index}`, snippets("ts")[index] ?? expect.fail(`there is no piece ${index}`));
    return run(process.execPath, [file], { cwd: folder, env: environment(as) });
  }

  it("pages of rounds", async () => {
    const { code, out, err } = await runSnippet(0);
    expect([code, err]).toEqual([0, ""]);
    expect(out.trim().split("\n")).toEqual([
      "2026-09-04T00:00:00.000Z Quorvane 5000000",
      "2026-09-03T00:00:00.000Z Seineline 5000000",
      "2026-09-02T00:00:00.000Z Quorvane 5000000",
    ]);
  });

  it("pages of rounds, with fewer credits than rounds", async () => {
    const poor = await service.account(2);
    const { code, out, err } = await runSnippet(0, poor.key);
    expect(code).toBe(0);
    expect(out.trim().split("\n")).toHaveLength(2);
    expect(err).toMatch(/out of credits; .*round=seed&countries=DE&countries=FR&limit=100&cursor=/);
  });

  it("companies, all of them at first and then what changed", async () => {
    const { pool } = service.database;
    const lines = ({ code, out, err }: ProcessResult) => {
      expect([code, err]).toEqual([0, ""]);
      return out.split("\n").filter((line) => line !== "");
    };
    const all = lines(await runSnippet(1));
    expect(all.map((line) => line.split(" ")[1]).sort()).toEqual(["Quorvane", "Seineline", "Tavmeer"]);
    expect(lines(await runSnippet(1))).toEqual([]);
    await updateCompany(pool, companies[2] ?? expect.fail("no company"), { description: "Fast ferries." });
    expect(lines(await runSnippet(1))).toEqual([expect.stringContaining("Seineline")]);
  });

  it("timelines of several companies", async () => {
    const { code, out, err } = await runSnippet(2);
    expect([code, err]).toEqual([0, ""]);
    expect(out.trim().split("\n")).toEqual([
      `${DEMO_DOMAINS[0]} served 3 2026-09-04T00:00:00.000Z`,
      `${DEMO_DOMAINS[1]} served 2 2026-09-05T00:00:00.000Z`,
    ]);
  });

  it("and there is no other", () => expect(snippets("ts")).toHaveLength(3));
});

/** curl itself where there is one, and in any case a stand-in that takes only what the guide uses. */
const CURLS = ["stand-in", ...(spawnSync("curl", ["--version"]).error === undefined ? ["curl"] : [])];

describe.each(CURLS)("the guide's shell code runs as it stands, with %s:", (which) => {
  async function runShell(index: number) {
    const bin = join(folder, "bin");
    mkdirSync(bin, { recursive: true });
    const started = `#!/bin/sh\nexec "${process.execPath}" "${testProgram("curl")}" "$@"\n`;
    writeFileSync(join(bin, "curl"), started, { mode: 0o755 });
    const path = which === "curl" ? process.env.PATH : `${bin}${delimiter}${process.env.PATH}`;
    const script = snippets("sh")[index] ?? expect.fail(`there is no piece ${index}`);
    const { code, out, err } = await run("sh", ["-eu", "-c", script], { cwd: folder, env: environment(key, path) });
    expect([code, err]).toEqual([0, ""]);
    return JSON.parse(out);
  }

  it("the first request", async () => {
    const { data } = await runShell(0);
    expect(data.map(({ id }: { id: string }) => id)).toEqual(expected.seeds);
  });

  it("a timeline", async () => {
    const { data } = await runShell(1);
    expect(data.events.map(({ kind }: { kind: string }) => kind)).toEqual(["funding", "funding", "acquisition"]);
  });

  it("a batch of timelines", async () => {
    const result = await runShell(2);
    expect(result.map(({ status, cost }: { status: string; cost: number }) => [status, cost])).toEqual([
      ["served", 3],
      ["not_found", 0],
    ]);
  });

  it("and there is no other", () => expect(snippets("sh")).toHaveLength(3));
});

describe("a client that is given only the two documents", () => {
  async function perform(work: Job, as = key): Promise<Outcome> {
    const task: Task = { guide, openApi, key: as, work };
    const { code, out, err } = await run(process.execPath, [testProgram("five-jobs")], {}, JSON.stringify(task));
    expect([code, err]).toEqual([0, ""]);
    return JSON.parse(out);
  }
  const ids = ({ records }: Outcome) => records.map(({ id }) => id);

  it("finds the newest seed rounds in two countries", async () => {
    const done = await perform({ job: "newest rounds", round: "seed", countries: ["DE", "FR"], count: 2 });
    expect(ids(done)).toEqual(expected.seeds.slice(0, 2));
  });

  it("reads the timeline of a company by its domain", async () => {
    expect(ids(await perform({ job: "timeline", domain: DEMO_DOMAINS[0] }))).toEqual(expected.timeline);
    expect(await perform({ job: "timeline", domain: "nowhere.example" })).toMatchObject({ stoppedBy: "NOT_FOUND" });
  });

  it("pages through 150 acquisitions", async () => {
    const { key: own, workspaceId } = await service.account(1_000);
    expect(ids(await perform({ job: "acquisitions", count: 150 }, own))).toEqual(expected.deals.slice(0, 150));
    expect(await balance(workspaceId)).toBe(850);
  });

  it("stops when credits run out, and continues from there once there are some", async () => {
    const { key: own, workspaceId } = await service.account(120);
    const first = await perform({ job: "acquisitions", count: 150 }, own);
    expect(first.stoppedBy).toBe("PAYMENT_REQUIRED");
    expect(await balance(workspaceId)).toBe(0);
    await inTransaction(service.database.pool, (client) => grantCredits(client, workspaceId, 100, new Date()));
    const second = await perform({ job: "acquisitions", count: 30, from: first.next }, own);
    expect([...ids(first), ...ids(second)]).toEqual(expected.deals.slice(0, 150));
    expect(await balance(workspaceId)).toBe(70);
  });

  it("follows the companies since a date", async () => {
    const first = await perform({ job: "companies", since: "2026-01-01" });
    expect(ids(first).sort()).toEqual(companies.map(({ id }) => id).sort());
    const [company] = companies;
    await updateCompany(service.database.pool, company ?? expect.fail("no company"), { foundedYear: 2020 });
    const second = await perform({ job: "companies", since: "2026-01-01", from: first.next });
    expect(ids(second)).toEqual([company?.id]);
    expect(ids(await perform({ job: "companies", since: "2026-01-01", from: second.next }))).toEqual([]);
  });
});

async function balance(workspaceId: string): Promise<number | undefined> {
  const { rows } = await service.database.pool.query<{ balance: number }>(
    "select balance from workspaces where id = $1",
    [workspaceId],
  );
  return rows[0]?.balance;
}

describe("the examples show what the service returns, and its headers are those that are described:", () => {
  const at = (id: EndpointId) => DESCRIBED.find((described) => described.id === id) ?? expect.fail(`there is no ${id}`);

  async function sendRequest(
    id: EndpointId,
    query: string,
    init: RequestInit = {},
    as: string | null = key,
  ): Promise<string> {
    const described = at(id);
    const { path, method } = described.endpoint;
    const headers = { ...init.headers, ...(as === null ? {} : { "X-API-Key": as }) };
    const response = await fetch(`${service.url}${path}?${query}`, { method, ...init, headers });
    const optional = ["Idempotent-Replayed", "Retry-After"];
    for (const name of responseHeaders(described, response.status).filter((name) => !optional.includes(name)))
      expect(response.headers.get(name), `${name} with ${response.status}`).not.toBeNull();
    return (await response.json()).error?.message;
  }

  function exampleMessages(id: EndpointId, status: number): unknown[] {
    return getExamples(at(id), status).map(({ value }) =>
      Reflect.get(Object(Reflect.get(Object(value), "error")), "message"),
    );
  }

  it("400 and 404", async () => {
    for (const id of ["funding", "acquisitions", "execMoves", "companies", "investors"] as const)
      expect([
        await sendRequest(id, "limit=101"),
        await sendRequest(id, "limits=50"),
        await sendRequest(id, "cursor=AZ8c"),
      ]).toEqual(exampleMessages(id, 400));
    expect([await sendRequest("timeline", "")]).toEqual(exampleMessages("timeline", 400));
    expect([await sendRequest("timelines", "", { body: '{"companies":[]}' })]).toEqual(
      exampleMessages("timelines", 400),
    );
    expect([await sendRequest("timeline", "domain=nowhere.example")]).toEqual(exampleMessages("timeline", 404));
  });

  it("200, 401, 402 and 405", async () => {
    expect(await sendRequest("timeline", `domain=${DEMO_DOMAINS[0]}`)).toBeUndefined();
    expect([await sendRequest("funding", "", {}, "df_live_wrong")]).toEqual(exampleMessages("funding", 401));
    const { key: poor } = await service.account(0);
    expect([await sendRequest("funding", "", {}, poor)]).toEqual(exampleMessages("funding", 402));
    for (const id of ["funding", "timelines"] as const)
      expect([await sendRequest(id, "", { method: "DELETE" })]).toEqual(exampleMessages(id, 405));
  });

  it("413, 429 and 431", async () => {
    const long = "x".repeat(70_000);
    expect([await sendRequest("timelines", "", { body: long })]).toEqual(exampleMessages("timelines", 413));
    const { key: hasty } = await service.account(10, { limit: { perMinute: 60, burst: 1 } });
    await sendRequest("funding", "limit=1", {}, hasty);
    // The burst is the workspace's own, and the wait depends on the moment.
    const plain = (message: unknown) => String(message).replaceAll(/\d+ at once|retry in \d+/g, "");
    expect([await sendRequest("funding", "limit=1", {}, hasty)].map(plain)).toEqual(
      exampleMessages("funding", 429).map(plain),
    );
    expect(await sendRequest("funding", long)).toMatch(/^the URL has \d+ bytes; the maximum is 65536$/);
  });
});
