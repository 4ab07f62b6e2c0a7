/** The package of the typed client: packed as it is published, and used by a program outside of the repository. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testService } from "../service/http/testing/service.ts";
import { loadDemo } from "../service/ingest/demo/load.ts";
import { bundleFile, ensureBuilt } from "./build.mjs";
import { runTask } from "./processes/tasks.mjs";
import { ROOT } from "./project.mjs";

/** It loads faster than the whole market, and has the company of the README. */
const MARKET = { companies: 3_000, rounds: 1_500, acquisitions: 300, moves: 300, investors: 428 };
const folder = mkdtempSync(join(tmpdir(), "dealflow-client-"));
const installed = join(folder, "node_modules", "@dealflow", "client");

beforeAll(() => {
  const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", folder, join(ROOT, "packages/client")], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  mkdirSync(installed, { recursive: true });
  const [{ filename }] = JSON.parse(packed.slice(packed.search(/^\[/m)));
  execFileSync("tar", ["-xzf", join(folder, filename), "-C", installed, "--strip-components=1"]);
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("lists records without anything else installed", async () => {
  const host = createServer((request, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ success: true, data: [{ id: request.url }], pagination: {}, meta: {} }));
  });
  await new Promise((resolve) => host.listen(0, "127.0.0.1", resolve));
  const program = `
    import { createClient } from "@dealflow/client";
    const client = createClient({ baseUrl: "http://127.0.0.1:${host.address().port}", apiKey: "secret" });
    for await (const round of client.iterate("funding", { round: ["seed"] })) console.log(round.id);`;
  writeFileSync(join(folder, "program.mjs"), program);
  const { code, output } = await runTask("client package", [join(folder, "program.mjs")], process.env);
  host.close();
  expect({ code, output }).toEqual({ code: 0, output: "/v1/funding-events?round=seed&limit=20\n" });
});

it("has types that a strict project accepts, and that know the parameters of each feed", async () => {
  const program = (round) => `
    import { createClient, OutOfCredits } from "@dealflow/client";
    const client = createClient({ baseUrl: "http://localhost:4000", apiKey: "secret" });
    const page = await client.list("funding", { round: [${round}] });
    export const amounts: (number | null)[] = page.records.map((record) => record.amountUsd);
    export const isEmpty = (error: unknown): boolean => error instanceof OutOfCredits;`;
  writeFileSync(join(folder, "valid.ts"), program('"seed"'));
  writeFileSync(join(folder, "invalid.ts"), program("5"));
  expect(await check("valid.ts")).toEqual({ code: 0, output: "" });
  const { output } = await check("invalid.ts");
  expect(output).toContain("Type 'number' is not assignable to type 'string'");
});

const README = readFileSync(join(ROOT, "packages/client/README.md"), "utf8");
const SAMPLES = [...README.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, sample]) => sample);

it("has a README whose code compiles without anything unused, and runs on the demo data and without it", async () => {
  const service = await testService();
  try {
    const { key } = await service.account(100);
    expect(SAMPLES).toHaveLength(1);
    const [sample] = SAMPLES;
    writeFileSync(join(folder, "readme.mts"), sample);
    const unused = ["--noUnusedLocals", "--types", "node", "--typeRoots", join(ROOT, "node_modules/@types")];
    expect(await check("readme.mts", unused)).toEqual({ code: 0, output: "" });
    const run = () =>
      runTask("client README", ["--import", "tsx", join(folder, "readme.mts")], {
        ...process.env,
        API_URL: service.url,
        DEALFLOW_API_KEY: key,
      });
    expect(await run()).toEqual({ code: 0, output: expect.stringContaining("There is no such company.") });
    await loadDemo(service.database.pool, { now: new Date(), size: MARKET, log: () => undefined });
    expect(await run()).toEqual({ code: 0, output: expect.stringMatching(/\n[1-9]\n$/) });
    // 20 rounds, five acquisitions, a company and its rounds.
    expect(await run()).toEqual({ code: 0, output: expect.stringMatching(/\n5 5 \d+ /) });
  } finally {
    await service.stop();
  }
}, 120_000);

it("does not make the next start build again", async () => {
  await ensureBuilt("service");
  const builtAt = () => statSync(bundleFile("service")).mtimeMs;
  const before = builtAt();
  const packed = join(ROOT, "packages/client/dist/of-another-pack.js");
  writeFileSync(packed, "");
  await ensureBuilt("service");
  rmSync(packed);
  expect(builtAt()).toBe(before);
});

function check(file, options = []) {
  return runTask(
    "client types",
    [
      ...[join(ROOT, "node_modules/typescript/bin/tsc"), "--noEmit", "--strict", "--ignoreConfig", ...options],
      ...["--module", "nodenext", "--target", "es2023", "--lib", "es2023,dom", join(folder, file)],
    ],
    process.env,
  );
}
