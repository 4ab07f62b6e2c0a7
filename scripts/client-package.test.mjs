/** The package of the typed client: packed as it is published, and used by a program outside of the repository. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROOT } from "./project.mjs";
import { runTask } from "./tasks.mjs";

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
  const check = (file) =>
    runTask(
      "client types",
      [
        ...[join(ROOT, "node_modules/typescript/bin/tsc"), "--noEmit", "--strict", "--ignoreConfig"],
        ...["--module", "nodenext", "--target", "es2023", "--lib", "es2023,dom", join(folder, file)],
      ],
      process.env,
    );
  expect(await check("valid.ts")).toEqual({ code: 0, output: "" });
  const { output } = await check("invalid.ts");
  expect(output).toContain("Type 'number' is not assignable to type 'string'");
});
