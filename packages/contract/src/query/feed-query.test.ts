import { describe, expect, it } from "vitest";
import { FEEDS, type FeedName, parameterNames } from "../feeds";
import { filterParameters } from "../filters";
import { QUERY_CASES } from "../testing/query-cases";
import { LISTS } from "../values/lists";
import { checkFeedQuery, type FeedQuery, parseFeedQuery } from "./feed-query";
import { getListReader } from "./list-readers";

const NAMES = Object.keys(FEEDS).filter((name): name is FeedName => name in FEEDS);

/** Returns the values of a query, or its validation messages. */
function parseQuery(name: FeedName, query: string): { values?: unknown; messages?: string[] } {
  return parseSearch(parseFeedQuery(FEEDS[name], new URLSearchParams(query), getListReader));
}

function check(name: FeedName, given: unknown): { values?: unknown; messages?: string[] } {
  return parseSearch(checkFeedQuery(FEEDS[name], given, getListReader));
}

function parseSearch({ query, paging, issues }: FeedQuery): { values?: unknown; messages?: string[] } {
  return issues.length === 0 ? { values: { ...query, ...paging } } : { messages: issues.map(({ message }) => message) };
}

const DEFAULTS: Readonly<Record<FeedName, Readonly<Record<string, unknown>>>> = {
  funding: { limit: 20, includeTotal: false },
  acquisitions: { limit: 20, includeTotal: false },
  execMoves: { limit: 20 },
  companies: { limit: 20 },
  investors: { limit: 20 },
};

const cases = NAMES.flatMap((name) =>
  Object.entries(QUERY_CASES[name]).map(([parameter, { accepts, rejects }]) => ({
    name,
    parameter,
    takes: accepts,
    refuses: rejects,
  })),
);

describe("each parameter of each feed", () => {
  it.each(NAMES)("%s has exactly the parameters of the interface", (name) => {
    expect(parameterNames(FEEDS[name]).toSorted()).toEqual(Object.keys(QUERY_CASES[name]).toSorted());
  });

  it.each(cases)("$name: $parameter accepts valid values", ({ name, takes: accepts }) => {
    expect(accepts.length).toBeGreaterThan(0);
    for (const [query, values] of accepts)
      expect(parseQuery(name, query), query).toEqual({ values: { ...DEFAULTS[name], ...values } });
  });

  it.each(cases)(
    "$name: $parameter rejects invalid values, each with its own message",
    ({ name, refuses: rejects }) => {
      expect(rejects.length).toBeGreaterThan(0);
      for (const [query, message] of rejects) expect(parseQuery(name, query), query).toEqual({ messages: [message] });
    },
  );

  it.each(NAMES)("%s has defaults", (name) => {
    expect(parseQuery(name, "")).toEqual({ values: DEFAULTS[name] });
  });
});

describe("lists of allowed values", () => {
  const lists = NAMES.flatMap((name) =>
    FEEDS[name].filters.flatMap((filter) => (filter.kind === "many" ? [{ name, filter, param: filter.param }] : [])),
  );

  it.each(lists)("$name: $param accepts all of them together", ({ name, filter, param }) => {
    const all = [...LISTS[filter.list].map((item) => item.value), ...(filter.unknown ? ["unknown"] : [])];
    expect(check(name, { [param]: all })).toEqual({ values: { ...DEFAULTS[name], [param]: all } });
  });

  it("accept unknown where the interface does", () => {
    const taking = lists.filter(({ name, param }) => "values" in check(name, { [param]: ["unknown"] }));
    expect(taking.map(({ name, param }) => `${name}.${param}`)).toEqual([
      "funding.countries",
      "funding.industryGroups",
      "funding.verticals",
      "acquisitions.countries",
      "acquisitions.industryGroups",
      "acquisitions.verticals",
      "execMoves.countries",
      "companies.countries",
      "companies.industryGroups",
      "companies.employeeBuckets",
      "investors.type",
    ]);
  });

  it("name each invalid value with its position, and limit the search for hints", () => {
    const near = [..."abcdefghijklmnopqrstuvwxyz"].map((letter) => `seed${letter}`);
    const given = { round: near.flatMap((text) => ["seed", text]) };
    const { issues } = checkFeedQuery(FEEDS.funding, given, getListReader);
    expect(issues.map((issue) => [issue.parameter, issue.index])).toEqual(near.map((_, at) => ["round", 2 * at + 1]));
    const hinted = issues.map((issue) => issue.message.endsWith('; did you mean "seed"?'));
    expect(hinted).toEqual(near.map((_, at) => at < 10));
  });
});

describe("valid parts next to invalid ones", () => {
  const parse = (text: string, lists?: typeof getListReader) =>
    parseFeedQuery(FEEDS.funding, new URLSearchParams(text), lists);
  const text = "foo=1&since=soon&round=seed&round=sead&limit=0&minAmountUsd=9&maxAmountUsd=1&countries=DE";

  it("are kept, and every invalid one is named: names and formats, values, contradictions", () => {
    const { query, paging, issues } = parse(text, getListReader);
    expect(query).toEqual({ round: ["seed"], maxAmountUsd: 1, countries: ["DE"] });
    expect(paging).toEqual({ limit: 20, includeTotal: false });
    expect(issues.map(({ parameter }) => parameter)).toEqual(["foo", "since", "round", "limit", "minAmountUsd"]);
  });

  it("hold every text in a list where the lists are not loaded, and the same otherwise", () => {
    const { query, issues } = parse(text);
    expect(query).toEqual({ round: ["seed", "sead"], maxAmountUsd: 1, countries: ["DE"] });
    expect(issues).toEqual(parse(text, getListReader).issues.filter(({ parameter }) => parameter !== "round"));
  });
});

describe("values of another type", () => {
  const parameters = NAMES.flatMap((name) =>
    FEEDS[name].filters.flatMap((filter) =>
      filterParameters(filter).map((param) => ({ name, param, kind: filter.kind })),
    ),
  );
  const WRONG = { many: "x", range: "5", flag: "true", one: 5, tree: 51, dates: 2026, text: ["x"] };
  const EXPECTED = {
    many: 'must be a list of strings; got "x"',
    range: 'must be a number, 0 or more; got "5"',
    flag: 'must be true or false; got "true"',
    one: "must be text; got 5",
    tree: "must be text; got 51",
    dates: "must be text; got 2026",
    text: "must be text; got a list",
  };

  it.each(parameters)("$name: $param is rejected with our message when its type is wrong", ({ name, param, kind }) => {
    expect(check(name, { [param]: WRONG[kind] })).toEqual({ messages: [`${param} ${EXPECTED[kind]}`] });
    expect(check(name, { [param]: null }).messages?.[0]).toMatch(new RegExp(`^${param} must be .*; got null$`));
  });

  it.each(parameters.filter(({ kind }) => kind !== "range" && kind !== "flag"))(
    "$name: $param accepts no null byte and no half of a character",
    ({ name, param, kind }) => {
      for (const text of ["a\0b", "\ud800"])
        expect(check(name, { [param]: kind === "many" ? [text] : text })).toEqual({
          messages: [`${param} contains an invalid character`],
        });
    },
  );

  it.each(NAMES)("%s: paging, unknown fields, and anything but an object are rejected with our messages", (name) => {
    expect(check(name, { limit: "5" })).toEqual({ messages: ['limit must be a whole number from 1 to 100; got "5"'] });
    expect(check(name, { cursor: 5 })).toEqual({ messages: ["cursor must be text; got 5"] });
    expect(check(name, { curser: "x", limti: 5 })).toEqual({
      messages: [
        `"curser" is not a parameter of ${FEEDS[name].path}; did you mean cursor?; ` +
          `"limti" is not a parameter of ${FEEDS[name].path}; did you mean limit?`,
      ],
    });
    expect(check(name, JSON.parse('{"__proto__": 1}')).messages?.[0]).toContain('"__proto__" is not a parameter of');
    expect(check(name, []).messages?.[0]).toMatch(/^the query must be an object with .*; got a list$/);
  });

  it("are negative, or an empty list", () => {
    expect(check("funding", { minAmountUsd: -1 })).toEqual({ messages: ["minAmountUsd must be 0 or more; got -1"] });
    expect(check("funding", { round: [] })).toEqual({
      messages: ["round is empty; give it a value or omit it"],
    });
  });
});
