import { describe, expect, it } from "vitest";
import { readCookie } from "../http/cookie";
import { SESSION_MS, Sessions, sessionCookie } from "./sessions";

describe("a session", () => {
  it("expires after eight hours without a request, and is extended until then", () => {
    let now = 1_000_000;
    const sessions = new Sessions(() => now);
    const id = sessions.readId(undefined);
    sessions.record(id, "view", 20);
    now += SESSION_MS - 1;
    expect(sessions.used(id, "view")).toEqual({ session: 20, view: 20 });
    now += SESSION_MS - 1;
    sessions.record(id, "other", 5);
    expect(sessions.used(id, "view")).toEqual({ session: 25, view: 20 });
    now += SESSION_MS + 1;
    expect(sessions.used(id, "view")).toEqual({ session: 0, view: 0 });
  });

  it("keeps the browser's id, and replaces a missing or malformed one with a random one", () => {
    const sessions = new Sessions();
    const id = sessions.readId(undefined);
    expect(sessions.readId(id)).toBe(id);
    expect(sessions.readId("__proto__")).not.toBe("__proto__");
    expect(sessions.readId("")).not.toBe(sessions.readId(""));
  });

  it("uses a cookie that over HTTPS no other host and no insecure response can set", () => {
    const id = new Sessions().readId(undefined);
    const secure = sessionCookie(id, "https://deals.example.com");
    expect(secure).toBe(`__Host-dealflow_session=${id}; Path=/; Max-Age=28800; HttpOnly; SameSite=Lax; Secure`);
    expect(readCookie(`theme=dark; ${secure}`, "__Host-dealflow_session")).toBe(id);
    const plain = sessionCookie(id, "http://localhost:3000");
    expect(plain).toBe(`dealflow_session=${id}; Path=/; Max-Age=28800; HttpOnly; SameSite=Lax`);
    expect(readCookie(plain, "dealflow_session")).toBe(id);
  });
});

describe("a cookie", () => {
  it.each([
    [null, undefined],
    ["", undefined],
    ["other=1", undefined],
    ["named=1", "1"],
    ["a=0; named=1; named=2", "1"],
    ["xnamed=0;named=1", "1"],
    ["named=a%2Bb%3D", "a%2Bb%3D"],
    ["named=a=b", "a=b"],
    ["named=", undefined],
    ['named="quoted"', undefined],
    ["named=a b", undefined],
    ["named=a,b", undefined],
    ["named=\u00e9", undefined],
    [`named=${"x".repeat(5_000)}`, undefined],
  ])("is read from %j as %j", (header, value) => expect(readCookie(header, "named")).toBe(value));
});
