/** With owned only nothing that could spend leaves the browser. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { openDocument } from "./testing";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function page(cookie: string) {
  openDocument({ url: "http://localhost:3000/funding" });
  const document = { cookie };
  vi.stubGlobal("document", document);
  const intents: unknown[] = [];
  vi.stubGlobal("fetch", async (_path: string, init: RequestInit) => {
    intents.push(new Headers(init.headers).get("X-Dealflow-Intent"));
    return new Response(null, { status: 204 });
  });
  const { sendRequest } = await import("./send-request");
  const store = await import("../owned-only");
  const send = (intent: "buy" | "refresh" | "check") =>
    sendRequest({ path: "/v1/funding-events", intent, records: 20 });
  return { document, sent: intents, send, ...store };
}

const REFUSED = { details: { code: "OWNED_ONLY", charged: "no" } };

describe("owned only", () => {
  it("rejects whatever may spend, and allows what is free", async () => {
    const { send, sent: intents } = await page("theme=dark; owned-only=on");
    for (const intent of ["buy", "refresh"] as const) await expect(send(intent)).rejects.toMatchObject(REFUSED);
    await send("check");
    expect(intents).toEqual(["check"]);
  });

  it("applies at once when switched on, here or in another tab, and ends when switched off", async () => {
    const { document, send, sent: intents, setOwnedOnly } = await page("");
    await send("buy");
    setOwnedOnly(true);
    expect(document.cookie).toMatch(/^owned-only=on;/);
    await expect(send("buy")).rejects.toMatchObject(REFUSED);
    setOwnedOnly(false);
    await send("refresh");
    document.cookie = "owned-only=on";
    await expect(send("buy")).rejects.toMatchObject(REFUSED);
    expect(intents).toEqual(["buy", "refresh"]);
  });
});

describe("the idempotency key of a purchase", () => {
  async function keysOf(answers: readonly (() => Response)[]) {
    openDocument({ url: "http://localhost:3000/funding?round=seed&open=x" });
    vi.stubGlobal("document", { cookie: "" });
    const sent: (readonly [key: string | null, view: string | null])[] = [];
    const left = [...answers];
    vi.stubGlobal("fetch", async (_path: string, init: RequestInit) => {
      const headers = new Headers(init.headers);
      sent.push([headers.get("Idempotency-Key"), headers.get("X-Dealflow-View")]);
      return (left.shift() ?? (() => new Response("{}")))();
    });
    const { sendRequest } = await import("./send-request");
    const buy = (body = "{}") =>
      sendRequest({ path: "/account/v1/records/funding", body, intent: "buy", records: 20 }).catch(() => undefined);
    return { buy, sent };
  }
  const failed = (status: number, charged: string) => () =>
    new Response("{}", { status, headers: { "X-Dealflow-Charged": charged } });

  it("is the same until there is an answer, and another one after it", async () => {
    const lost = () => {
      throw new TypeError("network");
    };
    const answers = [lost, failed(502, "unknown"), failed(429, "no"), () => new Response("{}")];
    const { buy, sent } = await keysOf(answers);
    for (let times = 0; times < 5; times++) await buy();
    const [first, ...others] = sent.map(([key]) => key);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(others.slice(0, 3)).toEqual([first, first, first]);
    expect(others[3]).not.toBe(first);
  });

  it("is another one for another purchase, and after a refusal that charged nothing", async () => {
    const { buy, sent } = await keysOf([failed(502, "unknown"), failed(402, "no")]);
    await buy();
    await buy('{"references":["a"]}');
    await buy('{"references":["a"]}');
    expect(new Set(sent.map(([key]) => key)).size).toBe(3);
  });

  it("goes with the address of the page, without what is open in it", async () => {
    const { buy, sent } = await keysOf([]);
    await buy();
    expect(sent.map(([, view]) => view)).toEqual(["/funding?round=seed"]);
  });
});
