import { ACCOUNT } from "@dealflow/contract/account/account";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { failureMessage, PageFailure } from "../http/error-responses";
import { loadCreditsState } from "../pages/credits-page";
import { ownDashboard, startServer, type TestDashboard, type TestServer } from "../testing/dashboard";
import { requestAccount } from "./account";
import { verifyWorkspace } from "./upstream";

const REQUEST_ID = "01999999-0000-7000-8000-000000000001";
const SENTENCE = `The service's response could not be read. Request id: ${REQUEST_ID}.`;
const WORKSPACE = {
  id: "w1",
  name: "Ostermark",
  balance: 30,
  sequence: 4,
  highest: 30,
  sessionUsed: 0,
  sessionBudget: null,
  sessionMost: null,
};
const PERSON = { workspaceId: WORKSPACE.id, cookie: "dealflow_sign_in=anything" };

/** A service whose responses are these, by path. */
let bodies: Record<string, unknown>;
let service: TestServer;
let dashboard: TestDashboard;
beforeAll(async () => {
  service = await startServer((request, response) => {
    const body = bodies[request.url ?? ""];
    response.writeHead(body === undefined ? 404 : 200, { "X-Request-Id": REQUEST_ID });
    response.end(body === undefined ? "<html>" : JSON.stringify(body));
  });
  dashboard = await ownDashboard(service.url, PERSON, "the secret that both share, long enough");
});
afterAll(async () => {
  await dashboard.stop();
  await service.stop();
});
beforeEach(() => {
  bodies = { [ACCOUNT.workspace.path]: { ...WORKSPACE, plan: "later" } };
});

describe("a response of the service", () => {
  it("is the value of its schema, without unknown fields", async () => {
    const { caller } = dashboard;
    expect(await requestAccount(dashboard.context, caller, ACCOUNT.workspace)).toEqual({ value: WORKSPACE });
  });

  it("that violates its schema is a failure with its request id, and is logged with the field", async () => {
    const { caller } = dashboard;
    bodies[ACCOUNT.workspace.path] = { ...WORKSPACE, balance: "30" };
    const result = await verifyWorkspace(dashboard.context, caller);
    if (!("failure" in result)) throw new Error("it was read");
    const { failure } = result;
    expect(failure).toMatchObject({ status: 502, requestId: REQUEST_ID, charged: "no" });
    expect(failureMessage(failure)).toBe(SENTENCE);
    // The error page shows this.
    expect(new PageFailure(failure)).toMatchObject({ message: SENTENCE, digest: REQUEST_ID });
    expect(dashboard.logged.join("")).toContain('"violation":"balance: invalid_type"');
  });

  it("outside of the error envelope is the same", async () => {
    const { caller } = dashboard;
    const result = await requestAccount(dashboard.context, caller, ACCOUNT.me);
    expect("failure" in result && failureMessage(result.failure)).toBe(SENTENCE);
  });

  it("that violates its schema is reported on the page that needs it", async () => {
    bodies[ACCOUNT.credits.path] = { balance: 30 };
    expect((await loadCreditsState(dashboard.context, dashboard.caller)).account).toBe(SENTENCE);
  });
});
