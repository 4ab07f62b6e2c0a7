/** Tests the receiver's guide: its vectors are those of the code, and its programs accept them and nothing else. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import * as z from "zod";
import vectors from "./signature-vectors.json";

const guide = readFileSync(path.resolve(import.meta.dirname, "../../docs/webhooks.md"), "utf8");

function getBlock(language: string): string {
  return new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? expect.fail(`no ${language} block`);
}

it("has the vectors of the code", () => {
  expect(JSON.parse(getBlock("json"))).toEqual({
    secret: vectors.secret,
    id: vectors.id,
    timestamp: vectors.timestamp,
    body: vectors.body,
    "X-Service-Signature": vectors.signature,
    "webhook-signature": vectors.standardSignature,
  });
  expect(getBlock("http")).toContain(`X-Service-Signature: ${vectors.signature}\n`);
  expect(getBlock("http")).toContain(`webhook-signature: ${vectors.standardSignature}\n`);
});

const { signature, secret, body, timestamp } = vectors;
const rotated = signature.replace(",", `,v1=${"0".repeat(64)},`);
/** A case has header, secret, body, seconds, and whether it is valid. */
const CASES = [
  [signature, secret, body, timestamp, true],
  [rotated, secret, body, timestamp + 300, true],
  [signature, secret, body, timestamp + 301, false],
  [signature, secret, body, timestamp - 301, false],
  [signature, vectors.previousSecret, body, timestamp, false],
  [signature, secret, `${body} `, timestamp, false],
  [signature.replace("t=1", "t=2"), secret, body, timestamp, false],
  [signature.slice(0, -1), secret, body, timestamp, false],
  // Any sender may send these.
  ...[
    "",
    ",",
    "garbage",
    "t=",
    "t=abc,v1=x",
    "t=1e9,v1=x",
    `t=${timestamp}`,
    `t=${timestamp},`,
    `t=${timestamp},v1=x`,
    `t=${timestamp},v1=${"é".repeat(64)}`,
    `t=${timestamp},v1=${"é".repeat(32)}`,
    `t=${"9".repeat(400)},v1=x`,
    `t=-${timestamp},v1=x`,
    `t=${timestamp}\u0000,v1=x`,
  ].map((header) => [header, secret, body, timestamp, false] as const),
] as const;

function inFolder<T>(name: string, text: string, use: (file: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), "dealflow-guide-"));
  try {
    writeFileSync(path.join(folder, name), text);
    return use(path.join(folder, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it("verifies in TypeScript", () => {
  const call = `for (const [h, s, b, t] of ${JSON.stringify(CASES)}) console.log(verify(b, h, s, t * 1000));`;
  const printed = inFolder("verify.mts", `${getBlock("ts")}${call}`, (file) =>
    execFileSync(process.execPath, ["--import", import.meta.resolve("tsx"), file], { encoding: "utf8" }),
  );
  expect(
    z.array(z.boolean()).parse(
      printed
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ),
  ).toEqual(CASES.map(([, , , , valid]) => valid));
});

function isInstalled(program: string, version = "--version"): boolean {
  try {
    execFileSync(program, [version], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

it.runIf(isInstalled("python3"))("verifies in Python", () => {
  const call = `import json, sys\nfor h, s, b, t, _ in json.loads(sys.argv[1]):\n    print(json.dumps(verify(b.encode(), h, s, t)))\n`;
  const printed = inFolder("verify.py", `${getBlock("python")}\n${call}`, (file) =>
    execFileSync("python3", [file, JSON.stringify(CASES)], { encoding: "utf8" }),
  );
  expect(
    printed
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual(CASES.map(([, , , , valid]) => valid));
});

it.runIf(isInstalled("openssl", "version"))("signs with openssl", () => {
  const lines = getBlock("sh").split("\n");
  const digest = lines.find((line) => line.startsWith("v1=")) ?? expect.fail();
  const env = { NODE_ENV: "test", PATH: process.env.PATH, secret, body, t: String(timestamp) } as const;
  const printed = execFileSync("sh", ["-c", `${digest}; printf '%s' "t=$t,v1=$v1"`], { encoding: "utf8", env });
  expect(printed).toBe(signature);
});
