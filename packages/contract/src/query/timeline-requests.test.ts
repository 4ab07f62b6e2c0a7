import { describe, expect, it } from "vitest";
import { SELECTORS } from "../timeline";
import { parseTimelineBatch, parseTimelineQuery } from "./timeline-requests";

const ID = "0190a0a0-0000-7000-8000-00000000000a";
const ALL = ["funding", "acquisitions", "exec_moves"];
const ONE = "give exactly one of id, domain, name, socialUrl";
const INCLUDE_EXPECTED = "include must be one of funding, acquisitions, exec_moves";

/** Returns the values of one timeline's query, or its validation messages. */
function parseQuery(query: string): { values?: unknown; messages?: string[] } {
  const parsed = parseTimelineQuery(new URLSearchParams(query));
  return "issues" in parsed ? { messages: parsed.issues.map(({ message }) => message) } : parsed;
}

describe("the query of one timeline", () => {
  it("has the parameters of the interface", () => {
    expect(SELECTORS.map((selector) => selector.param)).toEqual(["id", "domain", "name", "socialUrl"]);
  });

  it.each([
    [`id=${ID.toUpperCase()}`, { id: ID }],
    ["domain=https%3A%2F%2Fwww.Example.com%2F", { domain: "example.com" }],
    ["name=+Acme+Ltd.+", { name: "Acme Ltd." }],
    [`name=${"x".repeat(300)}`, { name: "x".repeat(300) }],
    [
      "socialUrl=https%3A%2F%2Fsocial.example%2Fcompany%2Facme%2F",
      { socialUrl: "https://social.example/company/acme/" },
    ],
    ["socialUrl=acme", { socialUrl: "acme" }],
    ["name=a&include=funding", { name: "a", include: ["funding"] }],
    ["name=a&include=exec_moves,funding&include=funding", { name: "a", include: ["exec_moves", "funding"] }],
    ["name=a&include[]=funding&include[1]=acquisitions", { name: "a", include: ["funding", "acquisitions"] }],
  ])("%s is accepted", (query, values) => expect(parseQuery(query)).toEqual({ values: { include: ALL, ...values } }));

  it.each([
    ["", `${ONE}; none was given`],
    ["include=funding", `${ONE}; none was given`],
    [`id=${ID}&name=Acme`, `${ONE}; got id and name`],
    ["id=42", 'id must be a UUID; got "42"'],
    ["domain=localhost", 'domain must be a domain or URL such as example.com; got "localhost"'],
    ["name=++", `name must be a company's name; got "  "`],
    [`name=${"x".repeat(301)}`, "name must be at most 300 characters long; got 301"],
    ["socialUrl=+", 'socialUrl must be the URL of a profile, or a handle; got " "'],
    [`socialUrl=${"x".repeat(301)}`, "socialUrl must be at most 300 characters long; got 301"],
    ["name=a%00", "name contains an invalid character"],
    ["name=", "name is empty; give it a value or omit it"],
    ["name=a&name=b", "name is given 2 times; pass it once"],
    ["name[]=a", 'name takes one value; write it without brackets, not as "name[]"'],
    ["name=a&include=", "include is empty; give it a value or omit it"],
    ["name=a&include=funding,", "include is empty; give it a value or omit it"],
    ["name=a&include=fundings", `${INCLUDE_EXPECTED}; got "fundings"; did you mean "funding"?`],
    ["name=a&include=people", `${INCLUDE_EXPECTED}; got "people"`],
    ["nam=a", '"nam" is not a parameter of /v1/companies/timeline; did you mean name?'],
    [
      "limit=5",
      '"limit" is not a parameter of /v1/companies/timeline; use one of id, domain, name, socialUrl, include',
    ],
    [
      "__proto__=5",
      '"__proto__" is not a parameter of /v1/companies/timeline; use one of id, domain, name, socialUrl, include',
    ],
  ])("%s is rejected with its own message", (query, message) =>
    expect(parseQuery(query)).toEqual({ messages: [message] }),
  );
});

/** Returns the problems of a body: the path and the message of each. */
function problems(body: unknown): [string, string][] {
  const read = parseTimelineBatch(body);
  if (!("issues" in read)) expect.fail("the body was taken");
  return read.issues.map(({ parameter, message }) => [parameter, message]);
}

/** Puts a valid item before the tested one, which is then at index 3. */
function third(item: unknown): unknown {
  return { companies: [{ name: "a" }, { name: "b" }, { name: "c" }, item] };
}

describe("the body of a batch", () => {
  it("is normalized, and also returned as sent", () => {
    const companies = [
      { id: ID.toUpperCase() },
      { domain: "https://www.Example.com/" },
      { name: " Acme " },
      { socialUrl: "acme" },
      { name: " Acme " },
    ];
    expect(parseTimelineBatch({ companies, include: ["exec_moves", "exec_moves", "funding"] })).toEqual({
      values: {
        companies: [{ id: ID }, { domain: "example.com" }, { name: "Acme" }, { socialUrl: "acme" }, { name: "Acme" }],
        include: ["exec_moves", "funding"],
      },
      requested: companies,
    });
  });

  it("includes every kind of event by default, and accepts 25 companies", () => {
    const companies = Array.from({ length: 25 }, (_, index) => ({ name: `Company ${index}` }));
    expect(parseTimelineBatch({ companies })).toMatchObject({ values: { companies, include: ALL } });
  });

  it.each([
    [undefined, "nothing"],
    [null, "null"],
    ["x", '"x"'],
    [5, "5"],
    [[{ name: "a" }], "a list"],
  ])("%j is not a body", (body, shown) => {
    expect(problems(body)).toEqual([["body", `the body must be an object with companies, include; got ${shown}`]]);
  });

  it.each([
    [{}, "companies is missing; give 1 to 25 items"],
    [{ companies: null }, "companies must be a list of 1 to 25 items; got null"],
    [{ companies: { name: "a" } }, "companies must be a list of 1 to 25 items; got an object"],
    [{ companies: "a" }, 'companies must be a list of 1 to 25 items; got "a"'],
    [{ companies: [] }, "companies must hold 1 to 25 items; got none"],
    [{ companies: Array(26).fill({ name: "a" }) }, "companies must hold 1 to 25 items; got 26"],
    [{ companies: Array(400).fill(5) }, "companies must hold 1 to 25 items; got 400"],
  ])("%j is rejected for its companies", (body, message) => {
    expect(problems(body)[0]).toEqual(["companies", message]);
  });

  it.each([
    [5, "companies[3]", "companies[3]: the item must be an object with id, domain, name, socialUrl; got 5"],
    [null, "companies[3]", "companies[3]: the item must be an object with id, domain, name, socialUrl; got null"],
    [["a"], "companies[3]", "companies[3]: the item must be an object with id, domain, name, socialUrl; got a list"],
    [{}, "companies[3]", `companies[3]: ${ONE}; none was given`],
    [{ id: ID, name: "a" }, "companies[3]", `companies[3]: ${ONE}; got id and name`],
    [{ id: 5 }, "companies[3].id", "companies[3].id must be text; got 5"],
    [{ id: "5" }, "companies[3].id", 'companies[3].id must be a UUID; got "5"'],
    [{ id: "" }, "companies[3].id", 'companies[3].id must be a UUID; got ""'],
    [{ name: null }, "companies[3].name", "companies[3].name must be text; got null"],
    [{ name: ["a"] }, "companies[3].name", "companies[3].name must be text; got a list"],
    [{ name: " " }, "companies[3].name", `companies[3].name must be a company's name; got " "`],
    [{ name: "x".repeat(301) }, "companies[3].name", "companies[3].name must be at most 300 characters long; got 301"],
    [{ name: "a\0" }, "companies[3].name", "companies[3].name contains an invalid character"],
    [{ socialUrl: "\udc00" }, "companies[3].socialUrl", "companies[3].socialUrl contains an invalid character"],
    [
      { domain: "acme" },
      "companies[3].domain",
      'companies[3].domain must be a domain or URL such as example.com; got "acme"',
    ],
    [
      { name: "a", domian: "x" },
      "companies[3]",
      'companies[3]: "domian" is not a field of an item; did you mean domain?',
    ],
    [
      JSON.parse('{"name": "a", "__proto__": {"id": "x"}}'),
      "companies[3]",
      'companies[3]: "__proto__" is not a field of an item; use one of id, domain, name, socialUrl',
    ],
    [
      { name: "a", constructor: 1 },
      "companies[3]",
      'companies[3]: "constructor" is not a field of an item; use one of id, domain, name, socialUrl',
    ],
  ])("item %j is rejected with its index", (item, parameter, message) => {
    expect(problems(third(item))).toEqual([[parameter, message]]);
  });

  it.each([
    [{ include: [] }, "include", "include is empty; give it a value or omit it"],
    [{ include: "funding" }, "include", 'include must be a list of strings; got "funding"'],
    [{ include: null }, "include", "include must be a list of strings; got null"],
    [{ include: [5] }, "include", "include must be text; got 5"],
    [{ include: ["rounds"] }, "include", `${INCLUDE_EXPECTED}; got "rounds"`],
    [{ include: ["fund\0ing"] }, "include", "include contains an invalid character"],
    [{ company: [] }, "body", '"company" is not a field of the body; use one of companies, include'],
    [{ includes: [] }, "body", '"includes" is not a field of the body; did you mean include?'],
    [JSON.parse('{"__proto__": 1}'), "body", '"__proto__" is not a field of the body; use one of companies, include'],
  ])("%j next to valid companies is rejected", (fields, parameter, message) => {
    const body = Object.defineProperties({ companies: [{ name: "a" }] }, Object.getOwnPropertyDescriptors(fields));
    expect(problems(body)).toEqual([[parameter, message]]);
  });

  it("names every invalid item, the body as a whole first", () => {
    const named = problems({ companies: [{ id: "x" }, { name: "a" }, 5], extra: 1, include: "all" });
    expect(named.map(([parameter]) => parameter)).toEqual(["body", "include", "companies[0].id", "companies[2]"]);
  });

  it("names five of many unknown fields", () => {
    const fields = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`f${index}`, 1]));
    const [problem] = problems({ companies: [{ name: "a" }], ...fields });
    expect(problem?.[1]).toMatch(/^"f0" is not .*"f4" is not a field of the body; .*; and 395 more$/);
    expect(problem?.[1]).not.toContain("f5");
  });
});
