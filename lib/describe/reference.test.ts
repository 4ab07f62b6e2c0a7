import { ENDPOINTS, type Endpoint } from "@dealflow/contract/endpoints";
import { ERROR_STATUS } from "@dealflow/contract/errors";
import { FEEDS, parameterNames } from "@dealflow/contract/feeds";
import { COUNTRIES } from "@dealflow/contract/values/countries";
import { VERTICALS } from "@dealflow/contract/values/organisations";
import { expect, it } from "vitest";
import { type ReferenceParameter, reference } from "./reference";

const endpoints: readonly Endpoint[] = Object.values(ENDPOINTS);

function parameter(path: string, name: string): ReferenceParameter {
  const found = reference().find((item) => item.path === path && item.method === "GET");
  return found?.parameters.find((item) => item.name === name) ?? expect.fail(`${path} has no ${name}`);
}

it("lists every endpoint with every parameter and status, in the order of the contract", () => {
  expect(reference().map(({ name, method, path }) => [name, method, path])).toEqual(
    endpoints.map(({ name, method, path }) => [name, method, path]),
  );
  reference().forEach((item, index) => {
    const endpoint = endpoints[index] ?? expect.fail("one endpoint too many");
    if (endpoint.feed !== undefined)
      expect(item.parameters.map(({ name }) => name)).toEqual(parameterNames(FEEDS[endpoint.feed]));
    expect(item.statuses.map(({ status }) => String(status))).toEqual(Object.keys(endpoint.responses));
    for (const { status, code, meaning } of item.statuses) {
      expect(meaning.length).toBeGreaterThan(5);
      expect(code).toBe(Object.entries(ERROR_STATUS).find(([, value]) => value === status)?.[0]);
    }
  });
});

it("shows a response, and a body where there is one, that the contract accepts", () => {
  reference().forEach((item, index) => {
    endpoints[index]?.responses[200]?.parse(JSON.parse(item.exampleResponse));
    expect(item.exampleBody === undefined).toBe(endpoints[index]?.body === undefined);
    if (item.exampleBody !== undefined) endpoints[index]?.body?.parse(JSON.parse(item.exampleBody));
  });
});

it("spells short lists out and counts long ones", () => {
  expect(parameter(FEEDS.funding.path, "verticals").allowed).toMatchObject({
    title: "Verticals",
    count: VERTICALS.length + 1,
    values: [...VERTICALS.map(({ value }) => value), "unknown"],
  });
  expect(parameter(FEEDS.funding.path, "countries").allowed).toMatchObject({
    title: "Country codes",
    count: COUNTRIES.length + 1,
    values: [],
  });
});

it("has the defaults of parameters", () => {
  expect(parameter(FEEDS.funding.path, "limit").default).toBe("20");
  expect(parameter(FEEDS.funding.path, "enrichedOnly").default).toBe("false");
  expect(parameter(FEEDS.acquisitions.path, "isMerger").default).toBeUndefined();
  expect(parameter(FEEDS.companies.path, "sort").default).toBe("recent");
});

it("marks the required fields of a body", () => {
  const [batch] = reference().filter(({ method }) => method === "POST");
  expect(batch?.body?.map(({ name, required }) => [name, required])).toEqual([
    ["companies", true],
    ["include", false],
  ]);
});

it("is plain data", () => {
  expect(structuredClone(reference())).toEqual(reference());
});
