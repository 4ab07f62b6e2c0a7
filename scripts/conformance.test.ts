// The official conformance tests against the MCP endpoint, with the tools that they expect. They know no tokens, so a proxy
// adds one; host and origin reach the endpoint as they are sent.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "@/service/http/app";
import { listen, type RunningServer } from "@/service/http/server";
import { type TestService, testService, testServices } from "@/service/http/testing/service";
import { registerConformanceFixtures } from "@/service/mcp/testing/conformance-fixtures";
import { connect } from "@/service/mcp/testing/connected";
import { ensureConformance, RUNS_CONFORMANCE } from "./conformance.mjs";

/** Scenarios about what the endpoint does not offer, and why. The program fails when one of them passes. */
const NOT_OFFERED = {
  "logging-set-level": "The server sends no log messages: its log is the operator's.",
  "tools-call-with-logging": "The server sends no log messages: its log is the operator's.",
  "completion-complete": "Arguments are not completed: the value lists are tools and resources.",
  "tools-call-sampling": "Tools never use the client's model: they read and return.",
  "tools-call-elicitation": "Tools never prompt the person: what a call costs is set by its arguments.",
  "elicitation-sep1034-defaults": "Tools never prompt the person.",
  "elicitation-sep1330-enums": "Tools never prompt the person.",
  "server-sse-polling": "There are no sessions, and so no streams to take up again.",
  "server-sse-multiple-streams": "There are no sessions, and so no streams to take up again.",
  "resources-subscribe": "The resources are lists that never change while a client is connected.",
  "resources-unsubscribe": "The resources are lists that never change while a client is connected.",
};
const RUN_MS = 120_000;

describe.runIf(RUNS_CONFORMANCE)("the official conformance tests", () => {
  let service: TestService;
  let endpoint: RunningServer;
  let proxy: Server;
  let folder: string;
  let conformance: Awaited<ReturnType<typeof ensureConformance>>;

  beforeAll(async () => {
    conformance = await ensureConformance();
    folder = mkdtempSync(join(tmpdir(), "dealflow-conformance-"));
    service = await testService();
    const { token } = await connect(service, 1_000);
    endpoint = await listen(
      createApp(testServices(service.database), { extendMcp: registerConformanceFixtures }),
      "127.0.0.1",
      0,
      "API_PORT",
    );
    proxy = await addToken(endpoint.port, token);
  }, 5 * RUN_MS);
  afterAll(async () => {
    proxy.close();
    await endpoint.stop();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    "pass but for what is not offered @long",
    async () => {
      const expected = join(folder, "expected.yaml");
      writeFileSync(
        expected,
        `server:\n${Object.keys(NOT_OFFERED)
          .map((name) => `  - ${name}\n`)
          .join("")}`,
      );
      const args = ["server", "--suite", "all", "--expected-failures", expected, "-o", join(folder, "results")];
      const child = spawn(conformance.node, [
        conformance.program,
        ...args,
        "--url",
        `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`,
      ]);
      const ended = new Promise((resolve) => child.once("close", resolve));
      const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
      const code = await ended;
      process.stdout.write(`${output.slice(output.indexOf("=== SUMMARY"))}\nNot offered:\n`);
      for (const [name, reason] of Object.entries(NOT_OFFERED)) process.stdout.write(`  ${name}: ${reason}\n`);
      expect(code, `${errors}${failuresIn(join(folder, "results"))}`).toBe(0);
    },
    RUN_MS,
  );
});

/** Collects the reports of all failures, expected ones too. */
function failuresIn(results: string): string {
  const files = readdirSync(results).map((name) => readFileSync(join(results, name, "checks.json"), "utf8"));
  const messages = files.flatMap((checks) => checks.match(/"errorMessage": ".*"/g) ?? []);
  return [...new Set(messages)].join("\n");
}

/** A proxy on this machine that adds the token and changes nothing else. */
function addToken(port: number, token: string): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const options = {
      host: "127.0.0.1",
      port,
      method,
      path: url,
      headers: { ...headers, authorization: `Bearer ${token}` },
    };
    const forwarded = request(options, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
