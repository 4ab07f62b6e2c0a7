import { describe, expect, it } from "vitest";
import { type OutgoingResponse, responseHeaders } from "./response-headers";

const FILE: OutgoingResponse = {
  status: 200,
  contentType: "image/svg+xml",
  cacheControl: "public, max-age=0",
  setsCookie: false,
};
const PAGE: OutgoingResponse = {
  status: 200,
  contentType: "text/html; charset=utf-8",
  cacheControl: "private, no-cache, no-store, max-age=0, must-revalidate",
  setsCookie: false,
};
const CHUNK: OutgoingResponse = {
  ...FILE,
  contentType: "application/javascript; charset=UTF-8",
  cacheControl: "public, max-age=31536000, immutable",
};

function cacheHeader(written: Partial<OutgoingResponse>, of = FILE): string | undefined {
  return responseHeaders({ ...of, ...written }, "the page's policy", false)["Cache-Control"];
}

describe("a shared cache", () => {
  it("stores existing files", () => {
    expect(cacheHeader({})).toBe("public, max-age=604800");
    expect(cacheHeader({ status: 206 })).toBe("public, max-age=604800");
    expect(cacheHeader({ status: 304, contentType: "" })).toBe("public, max-age=604800");
    expect(cacheHeader({}, CHUNK)).toBe("public, max-age=31536000, immutable");
    expect(cacheHeader({ cacheControl: "public, max-age=300" })).toBe("public, max-age=300");
  });

  it.each<[string, Partial<OutgoingResponse>]>([
    ["of a file that is not there", { status: 404 }],
    ["of a method that files do not know", { status: 405 }],
    ["of a range that is not there", { status: 416 }],
    ["that failed", { status: 500 }],
    ["that leads elsewhere", { status: 308 }],
    ["that sets a cookie", { setsCookie: true }],
    ["that is a page", { contentType: "text/html; charset=utf-8" }],
    ["that is a part of a page", { contentType: "text/x-component" }],
    ["that says nothing of caching", { cacheControl: "" }],
    ["that nobody knows", { cacheControl: "public, max-age=60" }],
    ["that Next caches for others", { cacheControl: "s-maxage=31536000" }],
  ])("stores no response %s", (_, written) => {
    expect(cacheHeader(written)).toBe("private, no-store");
    expect(cacheHeader({ ...CHUNK, ...written })).toBe("private, no-store");
  });
});

describe("a frame of another site", () => {
  it.each([
    ["a page", PAGE],
    ["a page that is not there", { ...PAGE, status: 404 }],
    ["a file", FILE],
    ["a chunk", CHUNK],
    ["JSON", { ...FILE, contentType: "application/json", cacheControl: "" }],
    ["a redirect", { ...FILE, status: 307, contentType: "", cacheControl: "" }],
  ])("never shows %s", (_, written) => {
    const headers = responseHeaders(written, "default-src 'self'; frame-ancestors 'none'", false);
    expect(headers["X-Frame-Options"]).toBe("DENY");
    expect(headers["Content-Security-Policy"]).toContain("frame-ancestors 'none'");
    expect(headers["X-Content-Type-Options"]).toBe("nosniff");
  });
});

describe("the policy", () => {
  const readPolicy = (written: OutgoingResponse) =>
    responseHeaders(written, "the page's policy", false)["Content-Security-Policy"];

  it("is the page's own for pages, and allows nothing to run or load in anything else", () => {
    expect(readPolicy(PAGE)).toBe("the page's policy");
    expect(readPolicy(FILE)).toBe("default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  });

  it("of a chunk does not restrict what it loads, because a worker would inherit it", () => {
    expect(readPolicy(CHUNK)).toBe("frame-ancestors 'none'");
  });
});
