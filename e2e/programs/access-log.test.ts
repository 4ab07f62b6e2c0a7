/** The dashboard's log has a line for each request, with the person and the workspace that the service names. */
import { randomUUID } from "node:crypto";
import { ACCOUNT } from "@dealflow/contract/account/account";
import { PERSON_HEADER, WORKSPACE_HEADER } from "@dealflow/contract/account/people";
import { REQUEST_ID_HEADER } from "@dealflow/contract/headers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSharedDashboard, startTestDashboard, type TestDashboard } from "../support/stack/dashboard";
import type { Stack } from "../support/stack/stack";
import { startTestStack } from "../support/stack/vitest-stack";

let stack: Stack;
let dashboard: TestDashboard;
beforeAll(async () => {
  stack = await startTestStack();
  dashboard = await startTestDashboard(stack, 10);
});
afterAll(async () => {
  await dashboard.stop();
  await stack.stop();
});

/** Returns the lines of requests for a path. */
function readLines(output: string, path: string): Record<string, unknown>[] {
  return output
    .split("\n")
    .filter((line) => line.includes(`"path":${JSON.stringify(path)}`) && line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line));
}

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${dashboard.url}${path}`, { headers: { "Sec-Fetch-Site": "same-origin", ...headers }, redirect: "manual" });

const getCookie = () => ({ Cookie: `${dashboard.account.cookie.name}=${dashboard.account.cookie.value}` });

test("a request of a person has a line with their id, their workspace and the request's id, and not what they entered", async () => {
  const path = `/api${ACCOUNT.me.path}`;
  const response = await get(path, { ...getCookie(), "X-Dealflow-Access": randomUUID() });
  expect(response.status).toBe(200);
  // What the service says for the log is nobody else's.
  for (const name of [PERSON_HEADER, WORKSPACE_HEADER]) expect(response.headers.has(name)).toBe(false);
  const { person, workspace } = await response.json();
  await expect.poll(() => readLines(dashboard.output(), path)).toHaveLength(1);
  expect(readLines(dashboard.output(), path)).toEqual([
    {
      ...{ level: "info", time: expect.any(String), program: "dashboard", version: expect.any(String) },
      ...{ host: expect.any(String), method: "GET", path, status: 200, ms: expect.any(Number) },
      ...{ requestId: response.headers.get(REQUEST_ID_HEADER), msg: "request" },
      ...{ personId: dashboard.account.personId, workspaceId: dashboard.account.workspaceId },
    },
  ]);
  expect((await get("/companies?q=Quillfeather", getCookie())).status).toBe(200);
  await expect
    .poll(() => readLines(dashboard.output(), "/companies"))
    .toMatchObject([{ status: 200, personId: person.id, workspaceId: workspace.id }]);
  for (const text of [person.email, person.name, workspace.name, "Quillfeather", dashboard.account.cookie.value])
    expect(dashboard.output()).not.toContain(text);
});

test("a request of a visitor has a line without a person, and files and health checks have one at the level of debugging alone", async () => {
  expect((await get("/healthz")).status).toBe(200);
  expect((await get("/funding")).status).toBe(307);
  await expect.poll(() => readLines(dashboard.output(), "/funding")).toMatchObject([{ status: 307 }]);
  expect(readLines(dashboard.output(), "/funding")[0]).not.toHaveProperty("personId");
  for (const path of ["/_next/", "/healthz"]) expect(dashboard.output()).not.toContain(`"path":"${path}`);
});

test("LOG_LEVEL decides which lines there are", async () => {
  const quiet = await startSharedDashboard(stack, { LOG_LEVEL: "warn" });
  try {
    expect((await fetch(`${quiet.url}/funding`, { redirect: "manual" })).status).toBe(307);
  } finally {
    await quiet.stop();
  }
  expect(quiet.output()).not.toContain('"msg":"request"');
});
