import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { apiOrder, copiedTexts, feedRequest, timelineRequest, timelinesRequest } from "./copy-as";

const API = "https://api.example";
const QUERY = {
  round: ["series-a", "seed"],
  minAmountUsd: 5_000_000,
  industryGroups: ["Hotels, Inns & O'Lodges"],
  since: "2026-11-01",
};

/** Returns what a shell passes to a program, argument by argument. */
function shellArguments(command: string): string[] {
  const printed = execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${command}`], {
    env: { ...process.env, DEALFLOW_API_KEY: "df_secret" },
    encoding: "utf8",
  });
  return printed.split("\0").slice(0, -1);
}

describe("a view as curl", () => {
  it("is the canonical query with its limit, and the key of the caller", () => {
    const [curl] = copiedTexts(feedRequest("funding", QUERY), API);
    const [, address = "", , header] = shellArguments(curl.text);
    expect(new URL(address).pathname).toBe("/v1/funding-events");
    expect([...new URL(address).searchParams]).toEqual([
      ["since", "2026-11-01"],
      ["round", "seed"],
      ["round", "series-a"],
      ["minAmountUsd", "5000000"],
      ["industryGroups", "Hotels, Inns & O'Lodges"],
      ["limit", "20"],
    ]);
    expect(header).toBe("X-API-Key: df_secret");
    expect(curl.text).not.toContain("df_secret");
  });

  it("a body is passed unchanged, with any content", () => {
    const body = { companies: [{ name: `O'Neil $(id) \`id\` "x"` }], include: ["funding"] };
    const [curl] = copiedTexts(timelinesRequest(body), API);
    expect(JSON.parse(shellArguments(curl.text).at(-1) ?? "")).toEqual(body);
  });
});

describe("the order of a view", () => {
  it.each([
    ["companies", "", { sort: "prominence" }],
    ["companies", "prominence.ascending~country.descending", { sort: "prominence", sortDirection: "asc" }],
    ["companies", "updated.ascending", {}],
    ["investors", "", {}],
    ["funding", "amount.descending", {}],
  ] as const)("of %s as %j is copied where the public API has it", (feed, order, expected) => {
    expect(apiOrder(feed, order)).toEqual(expected);
  });
});

describe("as fetch", () => {
  it("is a program that sends the same request", () => {
    const [, { text }] = copiedTexts(feedRequest("acquisitions", { isMerger: false }), API);
    expect(text).toContain('fetch("https://api.example/v1/acquisitions?isMerger=false&limit=20"');
    expect(text).toContain('"X-API-Key": DEALFLOW_API_KEY');
    expect(() => new Function(`return async () => { ${text} }`)).not.toThrow();
  });
});

describe("as the call of a tool", () => {
  const server = `${API}/mcp`;

  it("has the server, and the names and values of the query, typed", () => {
    const [, , mcp] = copiedTexts(feedRequest("funding", QUERY), API);
    expect(JSON.parse(mcp.text)).toEqual({
      server,
      name: "funding_events",
      arguments: { ...QUERY, round: ["seed", "series-a"], limit: 20 },
    });
  });

  it("leaves out what the query leaves out", () => {
    const [, , mcp] = copiedTexts(feedRequest("companies", { sort: "recent", hasFounder: false }), API);
    expect(JSON.parse(mcp.text)).toEqual({ server, name: "companies", arguments: { limit: 20 } });
  });

  it("knows the timelines too", () => {
    const request = timelineRequest({ domain: "quorvane.example", include: ["funding", "exec_moves"] });
    expect(request).toEqual({
      path: "/v1/companies/timeline?domain=quorvane.example&include=funding&include=exec_moves",
      tool: { name: "company_timeline", arguments: { domain: "quorvane.example", include: ["funding", "exec_moves"] } },
    });
  });
});
