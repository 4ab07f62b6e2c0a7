import { describe, expect, it } from "vitest";
import { createSessionCookies } from "./cookies";
import { toCookieHeader } from "./testing";

const secret = "a secret of the tests, longer than needed";
const cookies = createSessionCookies({ dashboardUrl: "https://deals.example", secret });

describe("the session cookie", () => {
  it("carries the token to this installation, among other cookies", () => {
    const cookie = toCookieHeader(cookies.serialize("token"));
    expect(cookies.parseToken(`other=1; ${cookie}; more="2"`)).toBe("token");
    const another = createSessionCookies({ dashboardUrl: "https://deals.example", secret: `${secret} elsewhere` });
    expect(another.parseToken(cookie)).toBeUndefined();
  });

  it("of an older version stays valid, and is written as it was", () => {
    const value = "h8VtA3sXo1bQy0PzLr5KdNcWm7EuGj2T.m%2FjuKmpK7yWeFXNEE2M7x7s6SN%2BFhcm071lhfjgopU8%3D";
    const token = "h8VtA3sXo1bQy0PzLr5KdNcWm7EuGj2T";
    expect(cookies.parseToken(`__Host-dealflow_sign_in=${value}`)).toBe(token);
    expect(toCookieHeader(cookies.serialize(token))).toBe(`__Host-dealflow_sign_in=${value}`);
    const http = createSessionCookies({ dashboardUrl: "http://localhost:3000", secret });
    expect(toCookieHeader(http.serialize(token))).toBe(`dealflow_sign_in=${value}`);
  });

  it("belongs to no one without a valid signature", () => {
    const name = "__Host-dealflow_sign_in";
    const [, value = ""] = toCookieHeader(cookies.serialize("token")).split(`${name}=`);
    const wrong = [
      "",
      ".",
      "token",
      "token.",
      `.${value.split(".")[1]}`,
      `other${value}`,
      value.slice(0, -6),
      "%",
      "%00.%ff",
    ];
    expect(cookies.parseToken(undefined)).toBeUndefined();
    for (const header of ["", name, `dealflow_sign_in=${value}`, ...wrong.map((other) => `${name}=${other}`)])
      expect(cookies.parseToken(header), header).toBeUndefined();
  });
});
