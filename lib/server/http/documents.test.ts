import { ENDPOINTS } from "@dealflow/contract/endpoints";
import { describe, expect, it } from "vitest";
import { readEnvironment } from "../environment";
import { documentResponse } from "./documents";

const SETTINGS = readEnvironment({
  API_URL: "https://api.example.com",
  API_KEY: "a-foreign-key",
  DASHBOARD_PASSWORD: "a password of the tests",
  SITE_URL: "https://example.com",
  DASHBOARD_URL: "https://app.example.com",
});

const REQUEST = new Request("https://example.com/");

describe("the documents on the site", () => {
  it.each([
    ["openapi", "application/json"],
    ["agents", "text/markdown; charset=utf-8"],
    ["llms", "text/plain; charset=utf-8"],
  ] as const)("%s: its type, the configured addresses, every endpoint, and no key", async (name, type) => {
    const document = documentResponse(REQUEST, name, SETTINGS);
    expect(document.headers.get("Content-Type")).toBe(type);
    expect(document.headers.get("Cache-Control")).toBe("public, max-age=300");
    const text = await document.text();
    expect(text).toContain("https://api.example.com");
    expect(text).toContain("https://example.com/");
    expect(text).not.toContain("a-foreign-key");
    for (const { path } of Object.values(ENDPOINTS)) expect(text).toContain(path);
  });

  it("name the dashboard as the place to create keys", async () => {
    for (const name of ["agents", "llms"] as const)
      expect(await documentResponse(REQUEST, name, SETTINGS).text()).toContain("https://app.example.com");
  });

  it("are revalidated by their entity tag, from any origin", async () => {
    const { headers } = documentResponse(REQUEST, "agents", SETTINGS);
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
    const tag = headers.get("ETag") ?? "";
    const again = (known: string) =>
      documentResponse(new Request(REQUEST, { headers: { "If-None-Match": known } }), "agents", SETTINGS);
    expect(again(`"other", ${tag}`).status).toBe(304);
    expect(again(tag.replace("W/", "")).headers.get("ETag")).toBe(tag);
    expect(again("*").status).toBe(304);
    expect(again('"other"').status).toBe(200);
  });

  it("carry the version of the package", async () => {
    const { info } = await documentResponse(REQUEST, "openapi", SETTINGS).json();
    expect(info.version).toMatch(/^\d+\.\d+\.\d+/);
  });
});
