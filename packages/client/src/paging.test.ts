import { afterEach, describe, expect, it } from "vitest";
import { OutOfCredits } from "./problem";
import { errorBody, type ForeignHost, foreignHost, json, listResponse, type ResponseHandler } from "./testing";

const running: ForeignHost[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function host(respond: ResponseHandler): Promise<ForeignHost> {
  const created = await foreignHost(respond);
  running.push(created);
  return created;
}

const parameters = ({ received }: ForeignHost, name: string) =>
  received.map(({ request }) => new URL(request.url ?? "", "http://host").searchParams.get(name));

/** Serves `count` records; a cursor is the number of records before it. */
function records(count: number): ResponseHandler {
  return ({ request, response }) => {
    const { searchParams } = new URL(request.url ?? "", "http://host");
    const from = Number(searchParams.get("cursor") ?? 0);
    const to = Math.min(count, from + Number(searchParams.get("limit") ?? 20));
    const data = Array.from({ length: to - from }, (_, index) => ({ id: `${from + index}` }));
    json(response, 200, listResponse(data, to < count ? String(to) : null));
  };
}

async function ids(from: AsyncIterable<{ id: string | null }>): Promise<(string | null)[]> {
  const all: (string | null)[] = [];
  for await (const { id } of from) all.push(id);
  return all;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => String(index));

describe("records over cursors", () => {
  it("are returned once each, in order, in pages of the requested size", async () => {
    const seven = await host(records(7));
    expect(await ids(seven.client.iterate("funding", { round: ["seed"] }, { limit: 3 }))).toEqual(upTo(7));
    expect(parameters(seven, "cursor")).toEqual([null, "3", "6"]);
    expect(parameters(seven, "limit")).toEqual(["3", "3", "3"]);
    expect(parameters(seven, "round")).toEqual(["seed", "seed", "seed"]);
  });

  it("start at a cursor", async () => {
    const seven = await host(records(7));
    expect(await ids(seven.client.iterate("funding", {}, { cursor: "5" }))).toEqual(["5", "6"]);
  });

  it("are empty for an empty list", async () => {
    expect(await ids((await host(records(0))).client.iterate("investors", {}))).toEqual([]);
  });

  it("are never requested beyond the maximum", async () => {
    const many = await host(records(1_000));
    expect(await ids(many.client.iterate("funding", {}, { maxRecords: 45 }))).toEqual(upTo(45));
    expect(parameters(many, "limit")).toEqual(["20", "20", "5"]);
    expect(await ids(many.client.iterate("funding", {}, { maxRecords: 0 }))).toEqual([]);
    expect(many.received).toHaveLength(3);
  });

  it("of a host that returns more than requested stop at the maximum too", async () => {
    const generous = await host(({ response }) => json(response, 200, listResponse([{ id: "0" }, { id: "1" }], "c")));
    expect(await ids(generous.client.iterate("funding", {}, { maxRecords: 1 }))).toEqual(["0"]);
    expect(generous.received).toHaveLength(1);
  });

  it("are not prefetched: stopping early pays for no further page", async () => {
    const many = await host(records(1_000));
    for await (const { id } of many.client.iterate("funding", {})) if (id === "19") break;
    expect(many.received).toHaveLength(1);
  });
});

describe("pages", () => {
  it("of a feed whose cursor never ends stop when the reader has caught up, with a cursor to resume from", async () => {
    const feed = await host(({ request, response }) => {
      const cursor = new URL(request.url ?? "", "http://host").searchParams.get("cursor");
      const caughtUp = cursor !== null;
      const data = cursor === "c2" ? [] : [{ id: cursor ?? "first" }];
      json(response, 200, listResponse(data, caughtUp ? "c2" : "c1", { hasMore: !caughtUp }));
    });
    const cursors: (string | null)[] = [];
    for await (const page of feed.client.pages("companies", { since: "2026-01-01" })) cursors.push(page.nextCursor);
    expect(cursors).toEqual(["c1", "c2"]);
    // There is nothing new later on, so one request returns the same cursor again.
    for await (const page of feed.client.pages("companies", {}, { cursor: "c2" })) cursors.push(page.nextCursor);
    expect(cursors).toEqual(["c1", "c2", "c2"]);
    expect(feed.received).toHaveLength(3);
  });

  it.each(["PAYMENT_REQUIRED", "INSUFFICIENT_CREDITS"])(
    "cut short by credits end with the error (%s)",
    async (code) => {
      const poor = await host(({ response }, turn) =>
        turn === 1 ? json(response, 200, listResponse([{ id: "0" }], "c")) : json(response, 402, errorBody(code)),
      );
      const seen: (string | null)[] = [];
      const read = async () => {
        for await (const record of poor.client.iterate("funding", {}, { limit: 5 })) seen.push(record.id);
      };
      await expect(read()).rejects.toBeInstanceOf(OutOfCredits);
      expect(seen).toEqual(["0"]);
    },
  );

  it("of a host that ignores cursors are not bought for ever", async () => {
    const deaf = await host(({ response }) => json(response, 200, listResponse([{ id: "0" }], "c")));
    const seen: (string | null)[] = [];
    const read = async () => {
      for await (const record of deaf.client.iterate("funding", {})) seen.push(record.id);
    };
    await expect(read()).rejects.toMatchObject({
      code: "UNREADABLE",
      message: expect.stringContaining("same cursor again"),
    });
    expect(seen).toEqual(["0"]);
    expect(deaf.received).toHaveLength(2);
  });

  it("of a host that reports more without a cursor do not pass for the end", async () => {
    const vague = await host(({ response }) =>
      json(response, 200, listResponse([{ id: "0" }, { id: "1" }], null, { hasMore: true })),
    );
    await expect(ids(vague.client.iterate("funding", {}))).rejects.toMatchObject({ code: "UNREADABLE" });
    expect(await ids(vague.client.iterate("funding", {}, { maxRecords: 2 }))).toEqual(["0", "1"]);
  });
});
