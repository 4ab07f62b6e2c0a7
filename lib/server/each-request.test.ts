import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Network, parseNetwork } from "@/lib/net/address";
import { addressIn, watchRequests } from "./each-request";
import { type Listening, listening } from "./testing";

let trusted: Network[] = [];
let server: Listening;
beforeAll(async () => {
  watchRequests("https://deals.example.com");
  server = await listening((incoming, outgoing) => {
    const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    outgoing.end(String(addressIn(headers, trusted)));
  });
});
afterAll(() => server.stop());

async function addressWith(headers: Record<string, string> = {}): Promise<string> {
  return (await fetch(server.url, { headers })).text();
}

describe("the address of a browser", () => {
  it("is the socket's, whatever the browser says of itself", async () => {
    trusted = [];
    expect(await addressWith()).toBe("127.0.0.1");
    expect(await addressWith({ "X-Forwarded-For": "203.0.113.5" })).toBe("127.0.0.1");
    expect(await addressWith({ "X-Dealflow-Socket": "203.0.113.5" })).toBe("127.0.0.1");
    expect(await addressWith({ "X-Dealflow-Client-Address": "203.0.113.5", Forwarded: "for=203.0.113.5" })).toBe(
      "127.0.0.1",
    );
  });

  it("is what a proxy says that is trusted, read from its end", async () => {
    trusted = [parseNetwork("127.0.0.0/8") ?? expect.fail()];
    expect(await addressWith({ "X-Forwarded-For": "198.51.100.1, 203.0.113.5" })).toBe("203.0.113.5");
    expect(await addressWith({ "X-Forwarded-For": "2001:db8:1:2::9" })).toBe("2001:db8:1:2::9");
    trusted = [];
  });

  it("is nobody's where a header of that name was not written here", () => {
    expect(addressIn(new Headers({ "x-dealflow-socket": "203.0.113.5" }), [])).toBeUndefined();
    expect(addressIn(new Headers({ "x-dealflow-socket": "mark 203.0.113.5" }), [])).toBeUndefined();
    expect(addressIn(new Headers(), [])).toBeUndefined();
  });

  it("is written once when the browser sends the header several times", async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const sent = request(server.url, { headers: { "X-Dealflow-Socket": ["a 203.0.113.5", "b 203.0.113.6"] } });
      sent.once("response", (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          body += part;
        });
        response.once("end", () => resolve(body));
      });
      sent.once("error", reject).end();
    });
    expect(text).toBe("127.0.0.1");
  });
});

describe("answers over HTTPS", () => {
  it("tell the browser to come back by HTTPS alone", async () => {
    expect((await fetch(server.url)).headers.get("Strict-Transport-Security")).toBe("max-age=63072000");
  });
});
