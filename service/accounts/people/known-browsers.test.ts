import { describe, expect, it } from "vitest";
import { createKnownBrowsers } from "./cookies";
import { toCookieHeader } from "./testing";

const settings = { dashboardUrl: "https://deals.example", secret: "a secret of the tests, longer than needed" };
const browsers = createKnownBrowsers(settings);

describe("a browser that signed in", () => {
  it("is known for the five accounts that it signed in to last, each with its own mark", () => {
    let cookie = "";
    for (let index = 0; index < 7; index++)
      cookie = toCookieHeader(browsers.serialize(`other=1; ${cookie}`, `person ${index}`));
    const marks = Array.from({ length: 7 }, (_, index) => browsers.parseMark(`${cookie}; more=2`, `person ${index}`));
    expect(marks.slice(0, 2)).toEqual([undefined, undefined]);
    expect(new Set(marks.slice(2)).size).toBe(5);
    // Signing in again replaces the earlier mark.
    const again = toCookieHeader(browsers.serialize(cookie, "person 6"));
    expect(browsers.parseMark(again, "person 6")).not.toBe(marks[6]);
    expect(browsers.parseMark(again, "person 2")).toBe(marks[2]);
  });

  it("stays known by a cookie of an older version", () => {
    const cookie = "__Host-dealflow_known_browser=wQFwQVuIVhkmaJ_-.gKM0ZyM-9Kh-ksCYoR8M8GMms8QnKJAu2rjB1QY3PLY";
    expect(browsers.parseMark(cookie, "ada@firm.example")).toBe("wQFwQVuIVhkmaJ_-");
  });

  it("is known to this installation only, by a cookie that only its host can have set", () => {
    const setCookie = browsers.serialize(undefined, "ada@firm.example");
    expect(setCookie).toMatch(/^__Host-dealflow_known_browser=[^;]+; .*; HttpOnly; Secure; SameSite=Lax$/);
    const cookie = toCookieHeader(setCookie);
    expect(browsers.parseMark(cookie, "ada@firm.example")).toMatch(/^[\w-]{16}$/);
    const another = createKnownBrowsers({ ...settings, secret: "the secret of another installation" });
    expect(another.parseMark(cookie, "ada@firm.example")).toBeUndefined();
  });
});
