import { describe, expect, it } from "vitest";
import { FEEDS, type Feed, LIMIT_PARAMETER, parameterNames, TOTAL_PARAMETER } from "../feeds";
import { filterParameters } from "../filters";
import { feedVocabulary, readParameters } from "./parameters";

const FEED_LIST: readonly Feed[] = Object.values(FEEDS);

function read(query: string, feed: Feed = FEEDS.funding) {
  return readParameters(new URLSearchParams(query), feedVocabulary(feed));
}

/** Returns the one message about a query. */
function errorMessage(query: string, feed?: Feed): string {
  const { values, issues } = read(query, feed);
  expect(values).toEqual({});
  expect(issues).toHaveLength(1);
  return issues[0]?.message ?? "";
}

const lists = FEED_LIST.flatMap((feed) =>
  feed.filters.flatMap((filter) => (filter.kind === "many" ? [{ feed, filter, path: feed.path }] : [])),
);
const singles = FEED_LIST.flatMap((feed) =>
  parameterNames(feed)
    .filter((name) => !feed.filters.some((filter) => filter.kind === "many" && filter.param === name))
    .map((name) => ({ feed, name, path: feed.path })),
);
const numbers = FEED_LIST.flatMap((feed) =>
  feed.filters
    .flatMap((filter) => (filter.kind === "range" ? filterParameters(filter) : []))
    .map((name) => ({ feed, name, path: feed.path })),
);
const flags = FEED_LIST.flatMap((feed) =>
  [
    ...feed.filters.flatMap((filter) => (filter.kind === "flag" ? [filter.param] : [])),
    ...(feed.totals ? [TOTAL_PARAMETER] : []),
  ].map((name) => ({ feed, name, path: feed.path })),
);

describe("a list of values", () => {
  it.each(lists)("$path: $filter.param is read in every array format", ({ feed, filter }) => {
    const name = filter.param;
    for (const [a, b, c] of [
      [name, name, name],
      [`${name}[]`, `${name}[]`, `${name}[]`],
      [`${name}[0]`, `${name}[1]`, `${name}[2]`],
      [`${name}[99999]`, `${name}[]`, name],
      [`${name}%5B%5D`, `${name}%5b7%5d`, `${name}[007]`],
    ])
      expect(read(`${a}=x&${b}=y&${c}=x`, feed)).toEqual({ values: { [name]: ["x", "y"] }, issues: [] });
  });

  it.each(lists)("$path: $filter.param explains how brackets are written", ({ feed, filter: { param } }) => {
    for (const key of [`${param}[a]`, `${param}[0][1]`, `${param}[-1]`, `${param}[ ]`])
      expect(errorMessage(`${key}=x`, feed)).toBe(
        `${param} is a list, written ${param}, ${param}[] or ${param}[0]; got "${key}"`,
      );
    expect(errorMessage(`${param}[]=x&${param}[a]=x&${param}=y`, feed)).toContain("is a list, written");
  });

  it.each(lists)("$path: $filter.param contains no empty value and no null byte", ({ feed, filter: { param } }) => {
    expect(errorMessage(`${param}=`, feed)).toBe(`${param} is empty; give it a value or omit it`);
    expect(errorMessage(`${param}=x&${param}=`, feed)).toBe(`${param} is empty; give it a value or omit it`);
    expect(errorMessage(`${param}[0]=`, feed)).toBe(`"${param}[0]" is empty; give it a value or omit it`);
    expect(errorMessage(`${param}=x%00y`, feed)).toBe(`${param} contains an invalid character`);
  });

  it("accepts 400 values, each once", () => {
    const many = Array.from({ length: 400 }, (_, index) => `v${index}`);
    expect(read(many.map((value) => `round=${value}`).join("&")).values.round).toEqual(many);
    expect(read("round=seed&".repeat(400)).values.round).toEqual(["seed"]);
  });

  it("is split at commas only for the type of investors", () => {
    expect(read("type=vc,pe&type=angel&type[]=vc", FEEDS.investors).values).toEqual({ type: ["vc", "pe", "angel"] });
    expect(read("type=vc,%20pe+,angel", FEEDS.investors).values).toEqual({ type: ["vc", "pe", "angel"] });
    expect(errorMessage("type=vc,,pe", FEEDS.investors)).toBe("type is empty; give it a value or omit it");
    for (const { feed, filter } of lists.filter((list) => list.filter.param !== "type"))
      expect(read(`${filter.param}=a,b`, feed).values).toEqual({ [filter.param]: ["a,b"] });
  });
});

describe("the older singular names", () => {
  const ALIASES = {
    countries: ["country"],
    industryGroups: ["industryGroup"],
    employeeBuckets: ["employeeCountBucket", "employeeBucket"],
  };

  it.each(lists)("$path: $filter.param has the ones it once had, and no others", ({ feed, filter }) => {
    const aliases = Object.entries(ALIASES).flatMap(([name, old]) => (name === filter.param ? old : []));
    expect(filter.aliases ?? []).toEqual(aliases);
    for (const alias of aliases) {
      expect(read(`${alias}=x`, feed)).toEqual({ values: { [filter.param]: ["x"] }, issues: [] });
      expect(read(`${alias}[]=x&${filter.param}=y&${alias}[3]=z`, feed).values).toEqual({
        [filter.param]: ["x", "y", "z"],
      });
      expect(errorMessage(`${alias}=`, feed)).toBe(`${alias} is empty; give it a value or omit it`);
      expect(parameterNames(feed)).not.toContain(alias);
    }
  });

  it("are not parameters where there is no plural", () => {
    expect(errorMessage("employeeBucket=1-10", FEEDS.acquisitions)).toContain("is not a parameter of");
    expect(errorMessage("industryGroup=x", FEEDS.execMoves)).toContain("is not a parameter of");
    expect(errorMessage("countries=US", FEEDS.investors)).toBe(
      '"countries" is not a parameter of /v1/investors; use one of search, since, type, country, domain, cursor, limit',
    );
  });

  it("leave country of investors a separate parameter, with one value", () => {
    expect(read("country=US", FEEDS.investors).values).toEqual({ country: "US" });
    expect(errorMessage("country=US&country=DE", FEEDS.investors)).toBe("country is given 2 times; pass it once");
    expect(errorMessage("country[]=US", FEEDS.investors)).toBe(
      'country takes one value; write it without brackets, not as "country[]"',
    );
  });
});

describe("a single value", () => {
  it.each(singles)("$path: $name occurs once, without brackets, and is not empty", ({ feed, name }) => {
    expect(errorMessage(`${name}=1&${name}=1`, feed)).toBe(`${name} is given 2 times; pass it once`);
    expect(errorMessage(`${name}=1&`.repeat(400), feed)).toBe(`${name} is given 400 times; pass it once`);
    expect(errorMessage(`${name}=`, feed)).toBe(`${name} is empty; give it a value or omit it`);
    expect(errorMessage(name, feed)).toBe(`${name} is empty; give it a value or omit it`);
    for (const key of [`${name}[]`, `${name}[0]`, `${name}[x]`]) {
      const message = `${name} takes one value; write it without brackets, not as "${key}"`;
      expect(errorMessage(`${key}=1`, feed)).toBe(message);
      expect(errorMessage(`${name}=1&${key}=1`, feed)).toBe(message);
      expect(errorMessage(`${key}=1&${name}=1`, feed)).toBe(message);
    }
    expect(errorMessage(`${name}=a%00`, feed)).toBe(`${name} contains an invalid character`);
  });

  it.each(numbers)("$path: $name is a number", ({ feed, name }) => {
    for (const text of ["abc", "-1", "-0", "+1", "٣", "0x1", "1e", "1e999", " 1", "1 ", "1,000", ".5", "NaN", "½"])
      expect(errorMessage(new URLSearchParams({ [name]: text }).toString(), feed)).toBe(
        `${name} must be a number, 0 or more, such as 5, 2.5 or 1e6; got "${text}"`,
      );
    expect(errorMessage(`${name}=${"9".repeat(400)}`, feed)).toBe(
      `${name} must be a number of at most 308 digits; got "${"9".repeat(60)}…"`,
    );
    expect(read(`${name}=12`, feed).values).toEqual({ [name]: 12 });
    expect(read(`${name}=12.5`, feed).values).toEqual({ [name]: 12.5 });
    expect(read(`${name}=1e6`, feed).values).toEqual({ [name]: 1_000_000 });
  });

  it.each(FEED_LIST)("$path: limit is a number, and a sentence has its bounds", (feed) => {
    for (const [text, got] of [
      ["-1", "-1"],
      ["abc", '"abc"'],
      ["9".repeat(400), `"${"9".repeat(60)}…"`],
    ])
      expect(errorMessage(`${LIMIT_PARAMETER}=${text}`, feed)).toBe(
        `limit must be a whole number from 1 to 100; got ${got}`,
      );
    expect(read("limit=12", feed).values).toEqual({ limit: 12 });
  });

  it.each(flags)("$path: $name is true or false", ({ feed, name }) => {
    expect(read(`${name}=true`, feed).values).toEqual({ [name]: true });
    expect(read(`${name}=false`, feed).values).toEqual({ [name]: false });
    for (const text of ["1", "0", "yes", "null", " true"])
      expect(errorMessage(new URLSearchParams({ [name]: text }).toString(), feed)).toBe(
        `${name} must be true or false; got "${text}"`,
      );
    for (const text of ["True", "TRUE", "False"])
      expect(errorMessage(`${name}=${text}`, feed)).toBe(
        `${name} must be true or false; got "${text}"; did you mean ${text.toLowerCase()}?`,
      );
  });
});

describe("an unknown name", () => {
  it.each(FEED_LIST)("$path: gets a hint, else the list of names", (feed) => {
    expect(errorMessage("limits=5", feed)).toBe(`"limits" is not a parameter of ${feed.path}; did you mean limit?`);
    expect(errorMessage("curser[]=5", feed)).toBe(
      `"curser[]" is not a parameter of ${feed.path}; did you mean cursor?`,
    );
    expect(errorMessage("x=1&x=2", feed)).toBe(
      `"x" is not a parameter of ${feed.path}; use one of ${parameterNames(feed).join(", ")}`,
    );
  });

  it("that begins with a space is the rest of a value with an unescaped ampersand", () => {
    const { issues } = read("industryGroups=Information%20Technology%20&%20Services");
    expect(issues.map(({ message }) => message)).toEqual([
      '" Services" is not a parameter of /v1/funding-events; write & inside a value as %26',
    ]);
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "__proto__[]", "[]", "[0]", "%00", "=", " round"])(
    "%s gets no other message",
    (key) => {
      const { values, issues } = read(`${key}=x&round=seed`);
      expect(values).toEqual({ round: ["seed"] });
      expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
      expect(issues).toHaveLength(1);
      expect(issues[0]?.message).toContain("is not a parameter of /v1/funding-events");
    },
  );

  it("has its own problem, in the order of the address", () => {
    const { issues } = read("a1=x&limit=&round=seed&b2=y&a1=z&since=1&since=2");
    expect(issues.map((problem) => problem.parameter)).toEqual(["a1", "limit", "b2", "since"]);
  });

  it("is cut in the message when it is long", () => {
    expect(errorMessage(`${"x".repeat(9_000)}=1`).length).toBeLessThan(400);
    expect(errorMessage(`round[${"x".repeat(9_000)}]=1`).length).toBeLessThan(200);
  });
});

it("refuses percent sequences that are not UTF-8, which the platform replaces", () => {
  expect(errorMessage("search=caf%E9", FEEDS.companies)).toBe("search contains an invalid character");
  expect(read("search=caf%C3%A9", FEEDS.companies).values).toEqual({ search: "caf\u00e9" });
});
