import { ENDPOINTS, type Endpoint } from "@dealflow/contract/endpoints";
import { ERROR_STATUS } from "@dealflow/contract/errors";
import { FEEDS, parameterNames } from "@dealflow/contract/feeds";
import { API_KEY_HEADER, API_KEY_PREFIX, IDEMPOTENCY_KEY_HEADER } from "@dealflow/contract/headers";
import { RATE_LIMITS } from "@dealflow/contract/limits";
import { ACQUISITION, COMPANY, EXEC_MOVE, FUNDING_EVENT, INVESTOR } from "@dealflow/contract/records/shapes";
import { describe, expect, it } from "vitest";
import { RESPONSE_HEADERS } from "../openapi/response-headers";
import { agentsGuide, guideSections } from "./agents-guide";
import { table, writeMarkdown } from "./blocks";
import { llmsText } from "./llms-text";

const ADDRESSES = {
  apiUrl: "https://api.dealflow.dev",
  siteUrl: "https://dealflow.dev",
  dashboardUrl: "https://app.dealflow.dev",
};
const guide = agentsGuide(ADDRESSES);

/** Returns the text between a heading and the next one of the same or a higher level. */
function section(heading: string): string {
  const depth = heading.indexOf(" ");
  const start = guide.indexOf(`\n${heading}\n`);
  if (start === -1) expect.fail(`there is no section ${heading}`);
  const next = guide.slice(start + 1).search(new RegExp(`\n#{1,${depth}} `));
  return next === -1 ? guide.slice(start) : guide.slice(start, start + 1 + next);
}

describe("agents.md", () => {
  it.each(Object.values<Endpoint>(ENDPOINTS).map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    "names %s %s, its price and each of its parameters",
    (method, path, endpoint) => {
      const row = section("## Endpoints")
        .split("\n")
        .find((line) => line.includes(`\`${method} ${path}\``));
      expect(row).toContain(`\`${endpoint.name}\``);
      expect(row).toContain("One credit for");
      const own = section(`### ${method} ${path}`);
      const names = endpoint.feed === undefined ? ["include"] : parameterNames(FEEDS[endpoint.feed]);
      for (const name of names) expect(own).toContain(`| \`${name}\` |`);
    },
  );

  it.each(Object.entries(ERROR_STATUS))("names %s", (code, status) => {
    expect(section("## Errors")).toMatch(new RegExp(`\\| ${status} \\| \`${code}\` \\| [^|]{10,} \\| [^|]{5,} \\|`));
  });

  it("names both codes of 402", () => {
    for (const code of ["PAYMENT_REQUIRED", "INSUFFICIENT_CREDITS"])
      expect(section("## Errors")).toContain(`| 402 | \`${code}\` |`);
  });

  it("names each header of the interface", () => {
    const names = [API_KEY_HEADER, API_KEY_PREFIX, IDEMPOTENCY_KEY_HEADER, ...RESPONSE_HEADERS.map(({ name }) => name)];
    for (const name of names) expect(guide).toContain(name);
  });

  it("says which statuses can be retried, and how long to wait", () => {
    const rows = [...section("## Retries").matchAll(/^\| (\d{3}) \| (.+) \|$/gm)].map(([, status, wait]) => [
      status,
      wait,
    ]);
    expect(rows).toEqual([
      ["409", "1 s"],
      ["429", "the seconds of `Retry-After`"],
      ["500", "1, 2, then 4 s: 4 attempts in total"],
      ["503", "the seconds of `Retry-After`"],
    ]);
    expect(section("## Retries")).toMatch(/24 h/);
  });

  it("lists the limits of each plan", () => {
    expect(section("## Rate limits")).toContain(`| free | ${RATE_LIMITS.free.perMinute} | ${RATE_LIMITS.free.burst} |`);
    expect(section("## Rate limits")).toContain("| paid | 1,000 | 100 |");
    expect(section("## Rate limits")).toContain('`RateLimit-Policy: "burst";q=100;w=6, "minute";q=1000;w=60`');
  });

  it("says how to get a key", () => {
    expect(section("## Credentials")).toMatch(/cannot register themselves/);
    expect(section("## Credentials")).toContain("50 free credits");
    expect(section("## Credentials")).toContain(ADDRESSES.dashboardUrl);
  });

  it.each([
    ["FundingEvent", FUNDING_EVENT],
    ["Acquisition", ACQUISITION],
    ["ExecMove", EXEC_MOVE],
    ["Company", COMPANY],
    ["Investor", INVESTOR],
  ] as const)("lists every field of %s with its type", (record, shape) => {
    const text = section("## Data").split(`**${record}**`)[1]?.split("**")[0] ?? "";
    const rows = [...text.matchAll(/^\| `(\w+)` \| (.+) \| .{3,} \|$/gm)];
    expect(rows.map(([, name]) => name)).toEqual(Object.keys(shape));
  });

  it("says of a field what it may be", () => {
    const rows = [
      "| `amountUsd` | number or null |",
      "| `announcedAt` | timestamp |",
      "| `sources` | array of Source |",
    ];
    for (const row of [...rows, "| `hqCountry` | Country or null |", "| `round` | string or null |"])
      expect(section("## Data")).toContain(row);
    expect(section("## Data")).toContain("| `paymentType` | string (`cash` `stock` `mixed` `undisclosed`) |");
  });

  it("accepts any NAICS code of 2 to 6 digits", () => {
    expect(section("### GET /v1/funding-events")).toMatch(/\| `naicsCode` \| .*any code of 2 to 6 digits/);
  });

  it("limits every loop of its code", () => {
    const loops = [...guide.matchAll(/^for \((let .*)\) \{$/gm)].map(([, loop]) => loop);
    expect(loops).toHaveLength(3);
    for (const loop of loops) expect(loop).toMatch(/< MAX_(RECORDS|CREDITS)/);
  });

  it("mentions webhooks and the client", () => {
    for (const text of [guide, llmsText(ADDRESSES)]) {
      expect(text).toContain(`${ADDRESSES.dashboardUrl}/settings/webhooks`);
      expect(text).toContain("packages/client");
    }
  });

  it("links to the OpenAPI document and the reference", () => {
    expect(guide).toContain(`${ADDRESSES.siteUrl}/openapi.json`);
    expect(guide).toContain(`${ADDRESSES.siteUrl}/reference`);
    expect(guide).toContain(ADDRESSES.apiUrl);
  });

  it("mentions nothing that does not exist", () => {
    const prose = guide.replaceAll(/^```[\s\S]*?^```$/gm, "");
    expect(prose).not.toMatch(/undefined|\[object|NaN/);
  });

  it("has tables whose rows are as wide as their headings", () => {
    for (const table of guide
      .trimEnd()
      .split("\n\n")
      .filter((block) => block.startsWith("| "))) {
      const widths = table.split("\n").map((line) => line.replaceAll("\\|", "").split("|").length);
      expect(new Set(widths).size, table.slice(0, 80)).toBe(1);
    }
  });
});

describe("llms.txt", () => {
  const text = llmsText(ADDRESSES);

  it("begins with a title and a summary", () => {
    expect(text).toMatch(/^# Dealflow\n\n> .+\n\n/);
  });

  it("links to the documents", () => {
    const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): .+$/gm)].map(([, link]) => link);
    expect(links).toEqual(["agents.md", "openapi.json", "reference"].map((name) => `${ADDRESSES.siteUrl}/${name}`));
  });

  it("names every endpoint", () => {
    for (const { method, path } of Object.values(ENDPOINTS)) expect(text).toContain(`- ${method} ${path}: `);
  });

  it("names every parameter and every field", () => {
    for (const name of [...parameterNames(FEEDS.companies), ...Object.keys(ACQUISITION)])
      expect(text).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

describe("the sections of the guide", () => {
  const sections = guideSections(ADDRESSES);

  it("are those of its headings, and none of them is empty", () => {
    const outside = guide.replaceAll(/^```[\s\S]*?^```$/gm, "");
    expect(sections.map(({ title }) => title)).toEqual([...outside.matchAll(/^## (.+)$/gm)].map(([, title]) => title));
    for (const { blocks } of sections) expect(blocks.length).toBeGreaterThan(0);
  });

  it("have tables whose rows are as wide as their heads, and code that closes nothing", () => {
    const blocks = sections.flatMap((section) => section.blocks).filter((block) => typeof block !== "string");
    const tables = blocks.filter((block) => block.kind === "table");
    expect(tables.length).toBeGreaterThan(5);
    for (const { head, rows } of tables) for (const row of rows) expect(row).toHaveLength(head.length);
    const codes = blocks.filter((block) => block.kind === "code");
    expect(codes.length).toBeGreaterThan(3);
    for (const { text } of codes) expect(text).not.toContain("```");
  });

  it("have texts of one line, which are paragraphs in Markdown as on the page", () => {
    for (const { blocks } of sections)
      for (const block of blocks) if (typeof block === "string") expect(block).not.toContain("\n");
  });
});

it("a bar in a cell is behind a backslash in Markdown", () => {
  expect(writeMarkdown([table(["a", "b"], [["`x | y`", 1]])])).toBe("| a | b |\n|---|---|\n| `x \\| y` | 1 |\n");
});
