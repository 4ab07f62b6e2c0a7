import { describe, expect, it } from "vitest";
import { refusal } from "./own-requests";

const HOME = "https://deals.example.com";

function from(host: string, site: string | null = "same-origin"): string | undefined {
  return refusal(new Headers({ host, ...(site === null ? {} : { "sec-fetch-site": site }) }), HOME);
}

describe("requests of the dashboard's own pages", () => {
  it.each(["deals.example.com", "localhost:3000", "127.0.0.1:4567", "[::1]:3000"])("come to %s", (host) => {
    expect(from(host)).toBeUndefined();
  });

  it.each(["evil.example", "evil.example:3000", "deals.example.com.evil.example", "localhost.evil.example", ""])(
    "do not come to %s, a name that somebody else points here",
    (host) => expect(from(host)).toContain("DASHBOARD_URL"),
  );

  it.each([null, "none", "cross-site", "same-site"])("are not those with Sec-Fetch-Site %s", (site) => {
    expect(from("localhost:3000", site)).toContain("Sec-Fetch-Site");
  });
});
