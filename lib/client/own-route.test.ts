import { afterEach, describe, expect, it, vi } from "vitest";
import { openDocument } from "./testing";

afterEach(() => vi.unstubAllGlobals());

/** A document at this address, the request it sends, and where it is led. */
async function asked(url: string, answer: Response, account: string | null = null) {
  openDocument({ url });
  const left: string[] = [];
  Reflect.set(window.location, "assign", (to: string) => void left.push(to));
  const sent: Headers[] = [];
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    sent.push(new Headers(init.headers));
    return answer;
  });
  const { actFor, ownRoute } = await import("./own-route");
  actFor(account);
  const response = await ownRoute("/api/meter", { headers: { "X-Own": "1" } });
  return { left, sent: sent[0], status: response.status };
}

const refused = (door?: string) =>
  new Response("{}", { status: 401, headers: door === undefined ? {} : { "X-Dealflow-Door": door } });

describe("a request of a page", () => {
  it("leads to the door that the server names, and from there back", async () => {
    const address = "http://localhost:3000/funding?round=seed&round=series-a#top";
    expect((await asked(address, refused("/sign-in"))).left).toEqual([
      "/sign-in?returnTo=%2Ffunding%3Fround%3Dseed%26round%3Dseries-a",
    ]);
    expect((await asked("http://localhost:3000/", refused("/unlock"))).left).toEqual(["/unlock"]);
  });

  it("leads nowhere else: not for a wrong password, nor for a foreign host's key, nor to another's door", async () => {
    for (const answer of [refused(), refused("https://evil.example"), refused("//evil.example"), new Response("{}")])
      expect((await asked("http://localhost:3000/funding", answer)).left).toEqual([]);
  });

  it("says whose page it is, once that is known", async () => {
    const known = await asked("http://localhost:3000/funding", new Response("{}"), "an account");
    expect([known.sent?.get("X-Dealflow-Of"), known.sent?.get("X-Own")]).toEqual(["an account", "1"]);
    const unknown = await asked("http://localhost:3000/funding", new Response("{}"));
    expect(unknown.sent?.has("X-Dealflow-Of")).toBe(false);
  });
});
