import { afterEach, describe, expect, it, vi } from "vitest";
import { openDocument } from "./testing";

afterEach(() => vi.unstubAllGlobals());

/** A document at this address, the request it sends, and where it is led. */
async function fetchWith(
  url: string,
  reply: Response,
  account: string | null = null,
  typed?: { isConnected: boolean },
) {
  openDocument({ url });
  if (typed !== undefined) await typeInto(typed);
  const left: string[] = [];
  Reflect.set(window.location, "assign", (to: string) => void left.push(to));
  const sent: Headers[] = [];
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    sent.push(new Headers(init.headers));
    return reply;
  });
  const { setWorkspace, fetchDashboard } = await import("./fetch-dashboard");
  setWorkspace(account);
  const response = await fetchDashboard("/meter", { headers: { "X-Own": "1" } });
  return { left, sent: sent[0], status: response.status };
}

/** A person types into a form, which may be gone when the response comes. */
async function typeInto(form: { isConnected: boolean }) {
  class Field extends EventTarget {
    readonly form = form;
  }
  const document = new EventTarget();
  vi.stubGlobal("document", document);
  vi.stubGlobal("HTMLInputElement", Field);
  vi.stubGlobal("HTMLTextAreaElement", Field);
  const { watchTyping } = await import("../typed-text");
  watchTyping();
  const event = new Event("input");
  Object.defineProperty(event, "target", { value: new Field() });
  document.dispatchEvent(event);
}

const rejected = (authPage?: string) =>
  new Response("{}", { status: 401, headers: authPage === undefined ? {} : { "X-Dealflow-Auth-Page": authPage } });

describe("a request of a page", () => {
  it("redirects to the sign-in page that the server names, and back from there", async () => {
    const address = "http://localhost:3000/funding?round=seed&round=series-a#top";
    expect((await fetchWith(address, rejected("/sign-in"))).left).toEqual([
      "/sign-in?returnTo=%2Ffunding%3Fround%3Dseed%26round%3Dseries-a",
    ]);
    expect((await fetchWith("http://localhost:3000/", rejected("/unlock"))).left).toEqual(["/unlock"]);
  });

  it("stays, once, while a form has text that was typed", async () => {
    const ask = (form: { isConnected: boolean }) =>
      fetchWith("http://localhost:3000/settings", rejected("/sign-in"), null, form);
    expect((await ask({ isConnected: false })).left).toHaveLength(1);
    expect((await ask({ isConnected: true })).left).toEqual([]);
    const { takeKept } = await import("../typed-text");
    expect([takeKept(), takeKept()]).toEqual([true, false]);
  });

  it("redirects nowhere else: not for a wrong password, a foreign host's key or another site's page", async () => {
    for (const reply of [rejected(), rejected("https://evil.example"), rejected("//evil.example"), new Response("{}")])
      expect((await fetchWith("http://localhost:3000/funding", reply)).left).toEqual([]);
  });

  it("sends the page's account once it is known", async () => {
    const known = await fetchWith("http://localhost:3000/funding", new Response("{}"), "an account");
    expect([known.sent?.get("X-Dealflow-Of"), known.sent?.get("X-Own")]).toEqual(["an account", "1"]);
    const unknown = await fetchWith("http://localhost:3000/funding", new Response("{}"));
    expect(unknown.sent?.has("X-Dealflow-Of")).toBe(false);
  });
});
