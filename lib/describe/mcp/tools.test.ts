import { FEED_NAMES, FEEDS, parameterNames } from "@dealflow/contract/feeds";
import { SCOPE_NAMES } from "@dealflow/contract/scopes";
import { TIMELINE_TOOL, TIMELINES_TOOL } from "@dealflow/contract/timeline";
import { describe, expect, it } from "vitest";
import { agentsGuide } from "../guide/agents-guide";
import { llmsText } from "../guide/llms-text";
import { serverCard } from "./server-card";
import { TOOLS } from "./tools";

const ADDRESSES = {
  apiUrl: "https://api.dealflow.dev",
  siteUrl: "https://dealflow.dev",
  dashboardUrl: "https://app.dealflow.dev",
};

/** Returns every object of a schema. */
function schemaNodes(node: unknown): object[] {
  if (typeof node !== "object" || node === null) return [];
  return [node, ...Object.values(node).flatMap(schemaNodes)];
}

describe("the tools", () => {
  it("are those of the feeds and the timelines, and the free ones", () => {
    expect(TOOLS.map(({ name }) => name)).toEqual([
      ...FEED_NAMES.map((name) => FEEDS[name].tool),
      ...[TIMELINE_TOOL, TIMELINES_TOOL],
      ...["get_credits", "list_countries", "list_naics_codes", "list_industry_groups"],
    ]);
  });

  it.each(FEED_NAMES)("of %s has the parameters of its endpoint, and maxCredits", (name) => {
    const tool = TOOLS.find((item) => item.name === FEEDS[name].tool) ?? expect.fail();
    expect(tool.parameters).toEqual([...parameterNames(FEEDS[name]), "maxCredits"]);
    expect(Object.keys(Object(tool.inputSchema.properties))).toEqual(tool.parameters);
  });

  it("need all five scopes together, and the free ones none", () => {
    expect(new Set(TOOLS.flatMap(({ scopes }) => scopes))).toEqual(new Set(SCOPE_NAMES));
    for (const { cost, scopes } of TOOLS) expect(scopes.length === 0).toBe(cost === "Free of charge.");
  });

  it.each(TOOLS.map((tool) => [tool.name, tool] as const))(
    "%s states its cost, and its schemas stand alone",
    (_, tool) => {
      expect(tool.description).toContain(tool.cost);
      for (const schema of [tool.inputSchema, tool.outputSchema]) {
        const nodes = schemaNodes(schema);
        const defined = Object.keys(Object(schema.$defs));
        const referenced = nodes.flatMap((node) => ("$ref" in node ? [String(node.$ref)] : []));
        for (const reference of referenced) expect(defined).toContain(/^#\/\$defs\/(\w+)$/.exec(reference)?.[1]);
        expect(schema).toMatchObject({ type: "object", additionalProperties: false });
      }
    },
  );

  it("take few words of a model's context: long lists of values are not in them", () => {
    const listed = TOOLS.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(JSON.stringify(listed).length).toBeLessThan(25_000);
  });
});

describe("what is published about them", () => {
  it.each([agentsGuide(ADDRESSES), llmsText(ADDRESSES)])("names the address and every tool", (text) => {
    expect(text).toContain("https://api.dealflow.dev/mcp");
    for (const { name } of TOOLS) expect(text).toContain(name);
  });

  it("names the server by its host from the top", () => {
    expect(serverCard({ ...ADDRESSES, version: "1.2.3" })).toMatchObject({
      name: "dev.dealflow/dealflow",
      version: "1.2.3",
      remotes: [{ url: "https://api.dealflow.dev/mcp" }],
    });
  });
});
