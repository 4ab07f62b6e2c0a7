import { execFileSync } from "node:child_process";
import { FEEDS } from "@dealflow/contract/feeds";
import { TIMELINE_PATH } from "@dealflow/contract/timeline";
import { describe, expect, it } from "vitest";
import { curlCommand } from "@/lib/client/copy-as";
import { priceText } from "@/lib/format/price";
import { composeRequest, type Draft, type FormEndpoint, firstDraft, getOffer } from "./draft";

const LIST: FormEndpoint = {
  method: "GET",
  path: FEEDS.funding.path,
  fields: [
    { name: "round", form: "list" },
    { name: "domain", form: "text" },
    { name: "limit", form: "text" },
  ],
};
const ONE: FormEndpoint = {
  method: "GET",
  path: TIMELINE_PATH,
  fields: [
    { name: "domain", form: "text" },
    { name: "include", form: "list" },
  ],
};
const BATCH: FormEndpoint = {
  method: "POST",
  path: TIMELINE_PATH,
  fields: [
    { name: "companies", form: "companies" },
    { name: "include", form: "list" },
  ],
};

const draft = (given: Partial<Draft>): Draft => ({ texts: {}, lists: {}, companies: [], ...given });

describe("the request", () => {
  it("of an untouched list requests two records", () => {
    expect(composeRequest(LIST, firstDraft(LIST))).toEqual({
      path: `${LIST.path}?limit=2`,
      body: undefined,
      records: 2,
    });
  });

  it("repeats a list's parameter, also for what is still being typed", () => {
    const { path } = composeRequest(
      LIST,
      draft({ lists: { round: ["seed", "series-a"] }, texts: { round: "debt", domain: "a b&c", limit: "" } }),
    );
    expect(path).toBe(`${LIST.path}?round=seed&round=series-a&round=debt&domain=a+b%26c`);
  });

  it("retains invalid input as it was typed", () => {
    expect(composeRequest(LIST, draft({ texts: { limit: "2x" } })).path).toBe(`${LIST.path}?limit=2x`);
  });

  it("of a batch has a body of the rows that are filled in", () => {
    const companies = [
      { by: "name", value: "Alder" },
      { by: "domain", value: "" },
      { by: "id", value: "x" },
    ] as const;
    const { path, body } = composeRequest(BATCH, draft({ companies, lists: { include: ["funding"] } }));
    expect(path).toBe(TIMELINE_PATH);
    expect(JSON.parse(body ?? "")).toEqual({ companies: [{ name: "Alder" }, { id: "x" }], include: ["funding"] });
    expect(composeRequest(BATCH, firstDraft(BATCH)).body).toBe('{"companies":[]}');
  });
});

describe("the price", () => {
  it.each([
    ["2", "up to 2 credits"],
    ["1", "up to 1 credit"],
    ["", "up to 20 credits"],
    ["100", "up to 100 credits"],
    ["101", "limit is 1 to 100"],
    ["0", "limit is 1 to 100"],
    ["1e1", "limit is 1 to 100"],
  ])("with a limit of %j is %j", (limit, text) => {
    const { price, open } = getOffer(LIST, draft({ texts: { limit } }));
    expect([priceText(price, null), open]).toEqual([text, false]);
  });

  it("of a timeline has no bound", () => {
    const { price, open } = getOffer(ONE, firstDraft(ONE));
    expect([priceText(price, 100), open]).toEqual(["1 + 1 per event, number unknown", true]);
  });

  it("of a batch counts the companies", () => {
    const companies = ["a", "", "b", "c"].map((value) => ({ by: "domain", value }) as const);
    expect(priceText(getOffer(BATCH, draft({ companies })).price, 100)).toBe("3 + 1 per event, number unknown");
  });
});

describe("the curl", () => {
  it.skipIf(process.platform === "win32")("means to a shell what was composed, and holds no key", () => {
    const value = `it's "$HOME" \`id\` \\ a`;
    const drafts: [FormEndpoint, Draft][] = [
      [LIST, draft({ texts: { domain: value } })],
      [BATCH, draft({ companies: [{ by: "name", value }] })],
    ];
    for (const [endpoint, given] of drafts) {
      const request = composeRequest(endpoint, given);
      const curl = curlCommand("https://api.example.com", request);
      const script = `curl() { for word in "$@"; do printf '%s\\n' "$word"; done; }\n${curl}`;
      const words = execFileSync("sh", ["-c", script], { env: { ...process.env, DEALFLOW_API_KEY: "the key" } })
        .toString()
        .split("\n");
      expect(words).toContain(`https://api.example.com${request.path}`);
      expect(words).toContain("X-API-Key: the key");
      if (request.body !== undefined) expect(words).toContain(request.body);
      expect(curl).toContain("$DEALFLOW_API_KEY");
    }
  });
});
