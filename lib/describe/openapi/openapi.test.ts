import { ENDPOINTS, type Endpoint } from "@dealflow/contract/endpoints";
import { ERROR_STATUS } from "@dealflow/contract/errors";
import { FEEDS, parameterNames } from "@dealflow/contract/feeds";
import { INCLUDE, SELECTORS } from "@dealflow/contract/timeline";
import { LISTS } from "@dealflow/contract/values/lists";
import { WEBHOOK_EVENT_NAMES, WEBHOOK_FEED_NAMES } from "@dealflow/contract/webhook-events";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { newId } from "@/service/store/new-id";
import { deliveryBody } from "@/service/webhooks/claim";
import { deliveryHeaders, generateSecret } from "@/service/webhooks/signature";
import { openApiDocument } from "./openapi";
import { OBJECTS, SUCCESS_SCHEMAS } from "./schemas";

/** A node of the document has leaves that are converted to text or compared as they are. */
type Tree = { readonly [key: string]: Tree };

const document = JSON.parse(
  JSON.stringify(
    openApiDocument({ apiUrl: "https://api.dealflow.dev", siteUrl: "https://dealflow.dev", version: "1.2.3" }),
  ),
);

/** Examples must match their schemas too, for which the recommended rules only warn. */
async function findProblems(given: unknown) {
  const config = await createConfig({
    extends: ["recommended"],
    rules: {
      "no-invalid-media-type-examples": { severity: "error", allowAdditionalProperties: false },
      "no-invalid-parameter-examples": { severity: "error", allowAdditionalProperties: false },
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(given), absoluteRef: "openapi.json", config });
  return problems.map(({ ruleId, location }) => `${ruleId} at ${location[0]?.pointer}`);
}

/** Follows a reference within the document. */
function resolved(node: Tree): Tree {
  const { $ref } = node;
  if (typeof $ref !== "string") return node;
  const keys = String($ref).slice(2).split("/");
  return resolved(keys.reduce<Tree>((at, key) => at[key] ?? expect.fail(`${$ref} leads nowhere`), document));
}

const operations = Object.entries(ENDPOINTS).map(([id, endpoint]: [string, Endpoint]) => {
  const operation: Tree = document.paths[endpoint.path][endpoint.method.toLowerCase()];
  const query = Object.values(operation.parameters ?? {})
    .map(resolved)
    .filter((parameter) => String(parameter.in) === "query");
  return { id, endpoint, operation, query };
});

describe("the recommended rules", () => {
  it("find nothing, neither errors nor warnings", async () => {
    expect(await findProblems(document)).toEqual([]);
  });

  it("check responses, nested fields, parameters and bodies", async () => {
    const planted = structuredClone(document);
    const { get, post } = planted.paths["/v1/companies/timeline"];
    get.responses["200"].content["application/json"].examples.timeline.value.data.company.naicsLevel = "four";
    post.responses["200"].content["application/json"].examples.batch.value[0].timeline.company.extra = 1;
    planted.components.responses.UNAUTHORIZED.content["application/json"].examples.error.value.error.code = "NO_KEY";
    const delivery = planted.webhooks["funding.created"].post.requestBody.content["application/json"];
    delivery.examples.delivery.value.data.round = "series_a";
    planted.paths["/v1/funding-events"].get.parameters[2].example = ["series_a"];
    post.requestBody.content["application/json"].examples.batch.value.companies[0] = { domain: "a.dev", name: "A" };
    const found = (await findProblems(planted)).join("\n");
    expect(found).toContain("timeline/get/responses/200");
    expect(found).toContain("timeline/post/responses/200");
    expect(found).toContain("UNAUTHORIZED");
    expect(found).toContain("no-invalid-parameter-examples at #/paths/~1v1~1funding-events/get/parameters/2");
    expect(found).toContain("timeline/post/requestBody");
    expect(found).toContain("webhooks/funding.created/post/requestBody");
  });

  it("find no error when everything is on this machine", async () => {
    const local = openApiDocument({ apiUrl: "http://localhost:4000", siteUrl: "http://localhost:3000", version: "1" });
    expect((await findProblems(local)).filter((problem) => !problem.startsWith("no-server-example.com"))).toEqual([]);
  });
});

describe("covers the whole contract:", () => {
  it("every endpoint, and no other", () => {
    const methods = Object.entries<Tree>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(methods.sort()).toEqual(operations.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).sort());
    expect(document.servers).toEqual([{ url: "https://api.dealflow.dev" }]);
    expect(document.info).toMatchObject({ version: "1.2.3", license: { identifier: "MIT" } });
  });

  it.each(operations)("every parameter of $id", ({ id, endpoint, query }) => {
    const named = query.map(({ name }) => String(name));
    if (endpoint.feed !== undefined) expect(named).toEqual(parameterNames(FEEDS[endpoint.feed]));
    else expect(named).toEqual(id === "timeline" ? [...SELECTORS.map(({ param }) => param), INCLUDE.param] : []);
  });

  it.each(operations)("every status of $id, with an example that the contract accepts", ({ endpoint, operation }) => {
    expect(Object.keys(operation.responses ?? {})).toEqual(Object.keys(endpoint.responses));
    for (const [status, schema] of Object.entries(endpoint.responses)) {
      const content = resolved(operation.responses?.[status] ?? {}).content?.["application/json"];
      const examples = Object.values(content?.examples ?? {});
      expect(examples.length).toBeGreaterThan(0);
      for (const { value } of examples) {
        const response: unknown = schema.parse(value);
        if (status !== "200")
          expect(Object.entries(ERROR_STATUS)).toContainEqual([
            Reflect.get(value?.error ?? {}, "code"),
            Number(status),
          ]);
        expect(response).toEqual(value);
      }
    }
  });

  it.each(operations)("a body and an example of it where $id has one", ({ endpoint, operation }) => {
    const content = operation.requestBody?.content?.["application/json"];
    expect(content === undefined).toBe(endpoint.body === undefined);
    for (const { value } of Object.values(content?.examples ?? {})) endpoint.body?.parse(value);
  });

  it.each(operations)("a key, an idempotency key, and the price of $id", ({ endpoint, operation }) => {
    const headers = Object.values(operation.parameters ?? {}).map(resolved);
    expect(headers.filter((parameter) => String(parameter.in) === "header").map(({ name }) => name)).toEqual([
      "Idempotency-Key",
    ]);
    expect(document.security).toEqual([{ apiKey: [] }]);
    expect(document.components.securitySchemes.apiKey).toMatchObject({
      type: "apiKey",
      in: "header",
      name: "X-API-Key",
    });
    expect(operation["x-credits"]).toEqual(endpoint.cost === "record" ? { record: 1 } : { company: 1, event: 1 });
    expect(String(operation.description)).toMatch(/Cost: One credit for /);
  });

  it.each(WEBHOOK_EVENT_NAMES)("the headers and the body of %s as they are sent", (event) => {
    const { parameters, requestBody }: Tree = document.webhooks[event].post;
    const sent = { id: newId(), event, body: "{}", test: true, secrets: [generateSecret()] };
    const names = Object.keys(deliveryHeaders(sent, new Date(0))).filter((name) => name !== "Content-Type");
    expect(
      Object.values(parameters ?? {})
        .map(({ name }) => String(name))
        .sort(),
    ).toEqual(names.sort());
    const content = requestBody?.content?.["application/json"];
    const { data, ...rest } = content?.examples?.delivery?.value ?? expect.fail();
    const body = JSON.parse(
      deliveryBody({
        id: sent.id,
        event,
        createdAt: new Date(0).toISOString(),
        test: false,
        record: JSON.stringify(data),
      }),
    );
    expect(Object.keys(body)).toEqual([...Object.keys(rest), "data"]);
    const { test, ...always } = content?.schema?.properties ?? {};
    expect(test).toMatchObject({ const: true });
    expect(Object.keys(always)).toEqual(Object.keys(body));
    const page = { success: true, data: [data], pagination: { hasMore: false, nextCursor: null } };
    const { name, responses }: Endpoint = ENDPOINTS[WEBHOOK_FEED_NAMES[event]];
    const meta = { endpoint: name, creditsUsed: 1, creditsRemaining: 0 };
    expect(responses[200]?.safeParse({ ...page, meta }).success).toBe(true);
  });

  it("every allowed value, with unknown where it is allowed", () => {
    const valuesAt = (path: string, name: string) => {
      const found = operations
        .find(({ endpoint }) => endpoint.path === path)
        ?.query.find((item) => String(item.name) === name);
      const schema = found?.schema ?? expect.fail(`${path} has no ${name}`);
      return resolved(schema.items ?? schema).enum;
    };
    const values = (list: keyof typeof LISTS) => LISTS[list].map(({ value }) => value);
    expect(valuesAt("/v1/funding-events", "round")).toEqual(values("rounds"));
    expect(valuesAt("/v1/funding-events", "countries")).toEqual([...values("countries"), "unknown"]);
    expect(valuesAt("/v1/companies", "industryGroups")).toEqual([...values("industries"), "unknown"]);
    expect(valuesAt("/v1/funding-events", "employeeBuckets")).toEqual(values("employeeBuckets"));
    expect(valuesAt("/v1/companies", "employeeBuckets")).toEqual([...values("employeeBuckets"), "unknown"]);
    expect(valuesAt("/v1/acquisitions", "paymentType")).toEqual(values("paymentTypes"));
    expect(valuesAt("/v1/investors", "type")).toEqual([...values("investorTypes"), "unknown"]);
    expect(valuesAt("/v1/companies", "sort")).toEqual(["recent", "prominence"]);
    expect(valuesAt("/v1/companies/timeline", "include")).toEqual(["funding", "acquisitions", "exec_moves"]);
  });

  it.each(["/v1/funding-events", "/v1/acquisitions"])(
    "%s: other spellings of industries, which the service accepts",
    (path) => {
      const found = operations.find(({ endpoint }) => endpoint.path === path)?.query;
      const { items } = found?.find(({ name }) => String(name) === "industryGroups")?.schema ?? expect.fail();
      const [labels = {}, others = {}] = Object.values(items?.anyOf ?? {});
      expect(resolved(labels).enum).toEqual([...LISTS.industries.map(({ value }) => value), "unknown"]);
      expect([others.type, others.enum]).toEqual(["string", undefined]);
    },
  );

  it("a pattern for NAICS codes that accepts what the service accepts", () => {
    const pattern = new RegExp(document.components.schemas.NaicsCodeOrUnknown.pattern);
    for (const { value } of LISTS.naics) expect(value).toMatch(pattern);
    for (const code of ["541511", "99", "unknown"]) expect(code).toMatch(pattern);
    for (const code of ["5", "5415111", "31-32", "5x", ""]) expect(code).not.toMatch(pattern);
  });
});

describe("response headers:", () => {
  const headersAt = (id: string, status: number) => {
    const operation = operations.find((item) => item.id === id)?.operation;
    return Object.keys(resolved(operation?.responses?.[status] ?? {}).headers ?? {});
  };

  it("the request id everywhere, credits and limits where they are known", () => {
    for (const { id, endpoint } of operations)
      for (const status of Object.keys(endpoint.responses))
        expect(headersAt(id, Number(status))).toContain("X-Request-Id");
    const expectedHeaders = ["X-Credits-Used", "X-Credits-Remaining", "RateLimit-Policy", "RateLimit"];
    expect(headersAt("funding", 200)).toEqual(["X-Request-Id", ...expectedHeaders, "Idempotent-Replayed"]);
    expect(headersAt("timeline", 200)).toEqual([
      "X-Request-Id",
      ...expectedHeaders,
      "Idempotent-Replayed",
      "X-Events-Available",
    ]);
    expect(headersAt("funding", 402)).toEqual(["X-Request-Id", ...expectedHeaders]);
    expect(headersAt("funding", 429)).toEqual(["X-Request-Id", "RateLimit-Policy", "RateLimit", "Retry-After"]);
    expect(headersAt("funding", 503)).toEqual(["X-Request-Id", "Retry-After"]);
    expect(headersAt("funding", 405)).toContain("Allow");
    expect(headersAt("funding", 401)).toEqual(["X-Request-Id", "WWW-Authenticate"]);
  });
});

describe("describes everything:", () => {
  /** Returns the paths of the parameters, headers, responses, tags and fields without a description. */
  function silent(): string[] {
    const found: string[] = [];
    const expectWords = (location: string, node: Tree) => {
      if (String(node.description ?? "").length < 4) found.push(location);
    };
    for (const { id, operation } of operations) {
      expectWords(id, operation);
      for (const parameter of Object.values(operation.parameters ?? {})) expectWords(`${id}?`, resolved(parameter));
      for (const [status, response] of Object.entries(operation.responses ?? {}))
        expectWords(`${id} ${status}`, resolved(response));
    }
    for (const [name, header] of Object.entries<Tree>(document.components.headers)) expectWords(name, header);
    for (const tag of document.tags) expectWords(String(tag.name), tag);
    for (const [name, schema] of Object.entries<Tree>(document.components.schemas))
      for (const [field, node] of Object.entries(schema.properties ?? {})) expectWords(`${name}.${field}`, node);
    return found;
  }

  it("parameters, responses and fields", () => {
    expect(silent()).toEqual([]);
  });

  it("objects reject unknown fields", () => {
    const { timelines: list, ...objects } = SUCCESS_SCHEMAS;
    expect(document.components.schemas[list].type).toBe("array");
    for (const name of [...Object.keys(OBJECTS), ...Object.values(objects)])
      expect(document.components.schemas[name].additionalProperties, name).toBe(false);
  });

  it("commas and older names are mentioned where they are accepted", () => {
    const rule = (id: string, name: string) =>
      String(operations.find((item) => item.id === id)?.query.find((item) => String(item.name) === name)?.description);
    expect(rule("investors", "type")).toContain("commas");
    expect(rule("timeline", "include")).toContain("commas");
    expect(rule("funding", "industryGroups")).not.toContain("commas");
    expect(rule("funding", "countries")).toContain("`country`");
    expect(rule("companies", "employeeBuckets")).toContain("`employeeCountBucket`, `employeeBucket`");
  });

  it("lists repeat their name", () => {
    for (const { query } of operations)
      for (const { schema, style, explode } of query)
        expect([style, explode]).toEqual(String(schema?.type) === "array" ? ["form", true] : [undefined, undefined]);
  });
});
