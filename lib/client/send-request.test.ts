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
  const store = await import("./owned-only");
  const send = (intent: "cached" | "buy" | "refresh" | "check") =>
    sendRequest({ path: "/v1/funding-events", intent, records: 20 });
  return { document, sent: intents, send, ...store };
}

const REFUSED = { details: { code: "OWNED_ONLY", charged: "no" } };

describe("owned only", () => {
  it("rejects whatever may spend, and allows what is free", async () => {
    const { send, sent: intents } = await page("theme=dark; owned-only=on");
    for (const intent of ["buy", "refresh"] as const) await expect(send(intent)).rejects.toMatchObject(REFUSED);
    await send("cached");
    await send("check");
    expect(intents).toEqual(["cached", "check"]);
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
