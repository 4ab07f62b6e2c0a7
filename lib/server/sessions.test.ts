import { describe, expect, it } from "vitest";
import { SESSION_MS, Sessions, sessionCookie, sessionIn } from "./sessions";

describe("a session", () => {
  it("ends when nothing was asked for eight hours, and slides until then", () => {
    let now = 1_000_000;
    const sessions = new Sessions(() => now);
    const id = sessions.idOf(undefined);
    sessions.add(id, "view", 20, 20);
    now += SESSION_MS - 1;
    expect(sessions.used(id, "view")).toEqual({ session: 20, view: 20 });
    now += SESSION_MS - 1;
    sessions.add(id, "other", 5, 20);
    expect(sessions.used(id, "view")).toEqual({ session: 25, view: 20 });
    now += SESSION_MS + 1;
    expect(sessions.used(id, "view")).toEqual({ session: 0, view: 0 });
  });

  it("keeps the browser's id, and gives a random one to whoever has none or a made-up one", () => {
    const sessions = new Sessions();
    const id = sessions.idOf(undefined);
    expect(sessions.idOf(id)).toBe(id);
    expect(sessions.idOf("__proto__")).not.toBe("__proto__");
    expect(sessions.idOf("")).not.toBe(sessions.idOf(""));
  });

  it("travels in a cookie", () => {
    const id = new Sessions().idOf(undefined);
    expect(sessionIn(`theme=dark; ${sessionCookie(id, true)}`)).toBe(id);
    expect(sessionCookie(id, true)).toContain("; Secure");
    expect(sessionIn(null)).toBeUndefined();
  });
});
