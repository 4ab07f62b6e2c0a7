import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { Hono, type MiddlewareHandler } from "hono";
import { expect, it } from "vitest";
import type { Env } from "./context";
import { handleError } from "./error-handler";
import { admissionByKey } from "./metered/admission";
import { boundRequestsInProgress, MAX_IN_PROGRESS } from "./requests-in-progress";
import { testService, testServices } from "./testing/service";

const OVERLOADED = "the service is overloaded; nothing was charged; try again in 3 seconds";

/** Makes an application whose requests to `/` end when the gate is opened. */
function createGatedApp(middleware: MiddlewareHandler<Env>) {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const handled: string[] = [];
  const app = new Hono<Env>();
  app.use("*", middleware);
  app.get("/", async (c) => {
    handled.push(c.req.header(API_KEY_HEADER) ?? "");
    await gate;
    return c.text("done");
  });
  app.get("/fails", () => {
    throw new Error("out of order");
  });
  return { app, handled, open: () => open() };
}

it("refuses a request beyond the bound immediately, and takes the next when one has ended", async () => {
  const { app, handled, open } = createGatedApp(boundRequestsInProgress());
  app.onError((error, c) => c.text(error.name, 503));
  const waiting = Array.from({ length: MAX_IN_PROGRESS }, () => app.request("/"));
  await expect.poll(() => handled).toHaveLength(MAX_IN_PROGRESS);
  const refused = await app.request("/");
  expect([refused.status, await refused.text(), handled.length]).toEqual([503, "RequestRefused", MAX_IN_PROGRESS]);
  open();
  for (const response of await Promise.all(waiting)) expect(response.status).toBe(200);
  // Failures end as well.
  for (let index = 0; index <= MAX_IN_PROGRESS; index++)
    expect(await (await app.request("/fails")).text()).toBe("Error");
  expect((await app.request("/")).status).toBe(200);
});

it("leaves half of the places to other workspaces", async () => {
  const service = await testService();
  const [one, other] = [await service.account(1), await service.account(1)];
  const services = testServices(service.database);
  const { app, handled, open } = createGatedApp(admissionByKey(services));
  app.onError((error, c) => handleError(error, c, services.log));
  const request = (key: string) => app.request("/", { headers: { [API_KEY_HEADER]: key } });
  const waiting = Array.from({ length: MAX_IN_PROGRESS / 2 }, () => request(one.key));
  await expect.poll(() => handled).toHaveLength(MAX_IN_PROGRESS / 2);
  const refused = await request(one.key);
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "3"]);
  expect((await refused.json()).error).toEqual({ code: "SERVICE_UNAVAILABLE", message: OVERLOADED });
  waiting.push(request(other.key));
  await expect.poll(() => handled.at(-1)).toBe(other.key);
  open();
  for (const response of await Promise.all(waiting)) expect(response.status).toBe(200);
  expect((await request(one.key)).status).toBe(200);
  await service.stop();
});
