/** Tests the statements of the interface about timelines, one and in a batch. */

import type { timeline } from "@dealflow/contract/records/schemas";
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import type { ItemBody } from "../testing/api-client";
import { type Failure, openMarket } from "./testing";

type Timeline = z.infer<typeof timeline>;

const market = openMarket();
const PATH = "/v1/companies/timeline";
const getTimeline = (query: string, options: { readonly key?: string } = {}) =>
  market.get<ItemBody<Timeline> & Failure>(`${PATH}?${query}`, options);

describe("GET /v1/companies/timeline", () => {
  it.each([
    ["a domain", "domain=alder.example"],
    ["a former domain", "domain=old-alder.example"],
    ["a URL, reduced to its domain", "domain=https%3A%2F%2Fwww.alder.example%2F"],
    ["a name", "name=Alder%20AI"],
    ["a name in any case", "name=ALDER%20ai"],
    ["the URL of a profile", "socialUrl=https%3A%2F%2Fsocial.example%2Fcompany%2Falder-boats"],
    ["a handle", "socialUrl=alder-boats"],
  ])("resolves by %s", async (_, query) => {
    const { status, body } = await getTimeline(query);
    expect([status, body.data?.company.id]).toEqual([200, market.ids.get("alder")]);
  });

  it("resolves by id", async () => {
    const { body } = await getTimeline(`id=${market.ids.get("birch")}`);
    expect(body.data.company.name).toBe("Birch Bank, Inc.");
  });

  it("resolves by a name without its legal form", async () => {
    expect((await getTimeline("name=birch%20bank")).body.data.company.id).toBe(market.ids.get("birch"));
  });

  it("answers in the envelope: success, data, meta", async () => {
    const { body } = await getTimeline("domain=alder.example");
    expect(body).toEqual({
      success: true,
      data: { company: expect.any(Object), investors: expect.any(Array), events: expect.any(Array) },
      meta: { endpoint: "companies.timeline", creditsUsed: 7, creditsRemaining: expect.any(Number) },
    });
  });

  it("costs one credit for the company and one for each event", async () => {
    const { body } = await getTimeline("domain=alder.example");
    expect(body.meta.creditsUsed).toBe(1 + body.data.events.length);
  });

  it("lists events in chronological order", async () => {
    const { body } = await getTimeline("domain=alder.example");
    const dates = body.data.events.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted());
    expect(dates).toHaveLength(6);
  });

  it("has of each event its kind, its date and the object named after the kind", async () => {
    const { body } = await getTimeline("domain=alder.example");
    const fields = { funding: "funding", acquisition: "acquisition", exec_move: "execMove" };
    for (const event of body.data.events) {
      expect(Object.keys(event)).toEqual(["kind", "date", fields[event.kind]]);
      expect(event).toHaveProperty([fields[event.kind], "announcedAt"], event.date);
    }
  });

  it("has the investors of the company, with id and name", async () => {
    const { body } = await getTimeline("domain=alder.example");
    expect(body.data.investors).toEqual([{ id: market.ids.get("north"), name: "Northbeam Capital" }]);
  });

  it.each([
    ["funding", "funding", 3],
    ["acquisitions", "acquisition", 3],
    ["exec_moves", "exec_move", 3],
  ])("include=%s leaves the events of that kind", async (include, kind, cost) => {
    const { body } = await getTimeline(`domain=alder.example&include=${include}`);
    expect(new Set(body.data.events.map(({ kind }) => kind))).toEqual(new Set([kind]));
    expect(body.meta.creditsUsed).toBe(cost);
  });

  it.each(["include=funding&include=exec_moves", "include=funding,exec_moves"])("%s combines", async (include) => {
    expect((await getTimeline(`domain=alder.example&${include}`)).body.meta.creditsUsed).toBe(5);
  });

  it("404 when no company resolves, and nothing is charged", async () => {
    const key = await market.keyWith(5);
    const { status, body } = await getTimeline("domain=nobody.example", { key });
    expect([status, body.error.code]).toEqual([404, "NOT_FOUND"]);
    expect((await market.get("/v1/companies?limit=1", { key })).body.meta.creditsRemaining).toBe(4);
  });

  it.each([
    ["no selector", ""],
    ["two selectors", "domain=alder.example&name=Alder"],
    ["an unknown kind", "domain=alder.example&include=patents"],
    ["an id that is none", "id=42"],
  ])("400 for %s", async (_, query) => {
    expect((await getTimeline(query)).status).toBe(400);
  });

  it("has the newest events that the credits cover, and a header that says how many there are", async () => {
    const { body, headers } = await getTimeline("domain=alder.example", { key: await market.keyWith(3) });
    expect([body.data.events.length, body.meta.creditsRemaining, headers.get("X-Events-Available")]).toEqual([
      2,
      0,
      "6",
    ]);
    expect(body.data.events[1]).toMatchObject({ funding: { round: "series-a" } });
  });
});

describe("POST /v1/companies/timeline", () => {
  interface Item {
    readonly query: unknown;
    readonly status: string;
    readonly cost: number;
    readonly timeline?: Timeline;
  }

  const batch = (companies: unknown, more: object = {}, key?: string) =>
    market.get<readonly Item[]>(PATH, {
      method: "POST",
      body: JSON.stringify({ companies, ...more }),
      ...(key === undefined ? {} : { key }),
    });

  it("answers with a bare array in the order of the request", async () => {
    const { status, body } = await batch([
      { domain: "birch.example" },
      { domain: "nobody.example" },
      { name: "Cedar" },
    ]);
    expect([status, Array.isArray(body)]).toEqual([200, true]);
    expect(body.map(({ status: one }) => one)).toEqual(["served", "not_found", "served"]);
  });

  it("repeats each query, and has status, cost and timeline", async () => {
    const { body } = await batch([{ domain: "alder.example" }]);
    expect(body).toEqual([
      { query: { domain: "alder.example" }, status: "served", cost: 7, timeline: expect.any(Object) },
    ]);
  });

  it("identifies companies by id, domain, name or socialUrl", async () => {
    const { body } = await batch([
      { id: market.ids.get("alder") },
      { domain: "alder.example" },
      { name: "alder ai" },
      { socialUrl: "alder-boats" },
    ]);
    expect(new Set(body.map((item) => item.timeline?.company.id))).toEqual(new Set([market.ids.get("alder")]));
  });

  it("include leaves kinds of events", async () => {
    expect((await batch([{ domain: "alder.example" }], { include: ["funding"] })).body[0]?.cost).toBe(3);
  });

  it("unresolved companies cost nothing", async () => {
    expect((await batch([{ domain: "nobody.example" }])).body[0]).toMatchObject({ status: "not_found", cost: 0 });
  });

  it("serves companies in order until credits run out; the others are skipped", async () => {
    const key = await market.keyWith(8);
    const { body } = await batch(
      [{ domain: "alder.example" }, { domain: "birch.example" }, { name: "Cedar" }],
      {},
      key,
    );
    expect(body.map(({ status, cost }) => [status, cost])).toEqual([
      ["served", 7],
      ["skipped", 0],
      ["skipped", 0],
    ]);
  });

  it("takes 1 to 25 companies", async () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ domain: "nobody.example" }));
    for (const [count, status] of [
      [0, 400],
      [1, 200],
      [25, 200],
      [26, 400],
    ] as const)
      expect((await batch(many(count))).status, String(count)).toBe(status);
  });

  it("400 for a body that is not JSON, and without companies", async () => {
    expect((await market.get(PATH, { method: "POST", body: "{" })).status).toBe(400);
    expect((await market.get(PATH, { method: "POST", body: "{}" })).status).toBe(400);
  });

  it("402 at a balance of 0", async () => {
    expect((await batch([{ domain: "alder.example" }], {}, await market.keyWith(0))).status).toBe(402);
  });
});
