import { describe, expect, it } from "vitest";
import { authPageUrl, safeReturnPath } from "./return-path";

const TRICKS = [
  ["another host without a scheme", "//evil.example"],
  ["three slashes", "///evil.example"],
  ["a backslash for the second slash", "/\\evil.example"],
  ["a backslash for the first slash", "\\/evil.example"],
  ["two backslashes", "\\\\evil.example"],
  ["a whole address", "https://evil.example/funding"],
  ["a scheme without slashes", "https:evil.example"],
  ["a scheme with one slash", "https:/evil.example"],
  ["a scheme in capitals", "HTTPS://evil.example"],
  ["a script", "javascript:alert(1)"],
  ["a script after a space", " javascript:alert(1)"],
  ["a script cut by a tab", "java\tscript:alert(1)"],
  ["data", "data:text/html,<script>alert(1)</script>"],
  ["a tab between the slashes", "/\t/evil.example"],
  ["a newline between the slashes", "/\n/evil.example"],
  ["a carriage return and a header", "/funding\r\nSet-Cookie: a=b"],
  ["a null byte", "/\0/evil.example"],
  ["a space before the slashes", " //evil.example"],
  ["slashes in escapes", "/%2f%2fevil.example"],
  ["slashes escaped twice", "/%252f%252fevil.example"],
  ["a backslash in escapes", "/%5cevil.example"],
  ["a newline in escapes", "/%0d%0aSet-Cookie:%20a=b"],
  ["dots that leave two slashes", "/..//evil.example"],
  ["dots in escapes that leave two slashes", "/%2e%2e//evil.example"],
  ["dots within that leave two slashes", "/funding/..//evil.example"],
  ["two slashes further on", "/funding//evil.example"],
  ["a slash of another alphabet", "/／evil.example"],
  ["a backslash of another alphabet", "/＼evil.example"],
  ["a fraction slash", "/⁄evil.example"],
  ["a mark that turns text around", "/\u202efunding"],
  ["a name and password before the host", "//user:password@evil.example"],
  ["a name before the host, as a path", "@evil.example"],
  ["no slash at all", "evil.example"],
  ["a path that depends on the page", "funding"],
  ["dots first", "../funding"],
  ["a route for scripts", "/api/v1/funding-events"],
  ["a route for scripts in capitals", "/API/meter"],
  ["the routes themselves", "/api"],
  ["a route behind dots", "/funding/../api/meter"],
  ["a request of an app", "/oauth/authorize?client_id=x&redirect_uri=https://evil.example/&prompt=none"],
  ["a request of an app in capitals", "/OAuth/authorize"],
  ["a file of the build", "/_next/static/chunk.js"],
  ["the page it came from", "/sign-in"],
  ["the page it came from, with itself", "/sign-in?returnTo=/sign-in"],
  ["the page it came from, behind dots", "/./sign-in"],
  ["the page next to it", "/register?returnTo=%2F"],
  ["the page of the password", "/unlock/"],
  ["an address longer than any of ours", `/funding?search=${"x".repeat(40_000)}`],
  ["nothing", ""],
] as const;

describe("a return path", () => {
  it.each(TRICKS)("is the start page for %s", (_, text) => expect(safeReturnPath(text)).toBe("/"));

  it.each([null, undefined])("is the start page for %s", (text) => expect(safeReturnPath(text)).toBe("/"));

  it.each([
    "/",
    "/funding",
    "/funding?round=seed&countries=US&minAmountUsd=1000000",
    "/funding?search=%2F%2Fevil.example",
    "/funding?search=https://evil.example",
    "/companies/0199f2aa-0000-7000-8000-000000000000#events",
    "/settings/keys",
    "/connect/0b9b2c",
    "/sign-industries",
    "/?open=1",
  ])("stays %s", (text) => expect(safeReturnPath(text)).toBe(text));

  it("has its dots resolved", () => expect(safeReturnPath("/funding/../companies?a=b")).toBe("/companies?a=b"));

  it("stays on the host for any text and any way to resolve it", () => {
    const base = "https://deals.example.com/sign-in";
    for (const [, text] of TRICKS) expect(new URL(safeReturnPath(text), base).origin).toBe("https://deals.example.com");
  });

  it("is passed to the sign-in page, unless it is the start page", () => {
    expect(authPageUrl("/sign-in", "/funding?round=seed&round=series-a")).toBe(
      "/sign-in?returnTo=%2Ffunding%3Fround%3Dseed%26round%3Dseries-a",
    );
    expect(authPageUrl("/unlock", "//evil.example")).toBe("/unlock");
  });
});
