/** The tools of the MCP endpoint: names, words, scopes and schemas, generated from the contract. */
import type { ENDPOINTS } from "@/lib/contract/endpoints";
import { FEED_NAMES, FEEDS, type FeedName, LIMIT, LIMIT_PARAMETER } from "@/lib/contract/feeds";
import type { Filter, ListName } from "@/lib/contract/filters";
import {
  CREDITS_TOOL,
  FEED_SCOPES,
  MAX_CREDITS,
  MAX_CREDITS_PARAMETER,
  MAX_RESULT_BYTES,
  TOOL_LIMIT,
  VALUE_LIST_NAMES,
  VALUE_LIST_TOOLS,
  type ValueListName,
} from "@/lib/contract/mcp";
import type { Scope } from "@/lib/contract/scopes";
import { BATCH, BATCH_FIELD, INCLUDE, SELECTORS, TIMELINE_TOOL, TIMELINES_TOOL } from "@/lib/contract/timeline";
import { DESCRIBED, type DescribedEndpoint } from "./endpoints";
import { type JsonSchema, schemaRef } from "./json-schema";
import { type Parameter, parametersOfFeed, parametersOfTimeline } from "./parameters";
import { outputSchema } from "./tool-outputs";
import { valuesOf } from "./value-lists";

type Served =
  | { readonly kind: "feed"; readonly feed: FeedName }
  | { readonly kind: "timeline" | "timelines" | "credits" }
  | { readonly kind: "values"; readonly list: ValueListName };

/** Words and schemas of a tool. */
export type DescribedTool = Served & {
  readonly name: string;
  readonly title: string;
  /** What it returns, what it costs and how it is paged, for a model. */
  readonly description: string;
  /** What it returns and what it costs, each in a sentence, for people. */
  readonly summary: string;
  readonly cost: string;
  /** A token needs all of them. */
  readonly scopes: readonly Scope[];
  readonly parameters: readonly string[];
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
};

const FREE = "Free of charge.";
const MAX_KB = `${MAX_RESULT_BYTES / 1000} kB`;
const LIMITS = `\`${MAX_CREDITS_PARAMETER}\`, the connection's daily allowance or the balance`;
const PAGING = `Returns up to \`${LIMIT_PARAMETER}\` records (default ${TOOL_LIMIT}): as many of them, whole, as fit into ${MAX_KB}, and fewer when ${LIMITS} ends. Only returned records are charged. For more, call again with the same filters and \`cursor\` set to \`pagination.nextCursor\`, until \`pagination.hasMore\` is false.`;

/** The schemas of their records, by name. */
const RECORDS: Readonly<Record<FeedName, string>> = {
  funding: "FundingEvent",
  acquisitions: "Acquisition",
  execMoves: "ExecMove",
  companies: "Company",
  investors: "Investor",
};

function feedTool(name: FeedName): DescribedTool {
  const { title, summary, description, cost } = endpoint(name);
  return {
    kind: "feed",
    feed: name,
    name: FEEDS[name].tool,
    title,
    description: `${summary}. ${description} Cost: ${cost} ${PAGING}`,
    summary,
    cost,
    scopes: [FEED_SCOPES[name]],
    ...chargedInput(properties(parametersOfFeed(FEEDS[name], "json"))),
    outputSchema: outputSchema({
      data: { type: "array", items: schemaRef(RECORDS[name]) },
      pagination: schemaRef("Pagination"),
    }),
  };
}

function timelineTool(): DescribedTool {
  const { title, summary, cost } = endpoint("timeline");
  const selectors = SELECTORS.map(({ param }) => `\`${param}\``).join(", ");
  return {
    kind: "timeline",
    name: TIMELINE_TOOL,
    title,
    description: `${summary}. Give exactly one of ${selectors}. Cost: ${cost} Returns the company and its newest events, as many as fit into ${MAX_KB}, and fewer when ${LIMITS} ends; \`eventsAvailable\` says how many there are. For older ones use the event tools with \`companyId\`, which have pages.`,
    summary,
    cost,
    scopes: [FEED_SCOPES.companies],
    ...chargedInput(properties(parametersOfTimeline("json"))),
    outputSchema: outputSchema({
      data: schemaRef("Timeline"),
      eventsAvailable: { type: "integer", description: "How many events of the requested kinds there are." },
    }),
  };
}

function timelinesTool(): DescribedTool {
  const { title, summary, cost } = endpoint("timelines");
  const { [INCLUDE.param]: include = {}, ...selectors } = properties(parametersOfTimeline("json"));
  const companies = {
    type: "array",
    description: `${BATCH.min} to ${BATCH.max} companies, each by exactly one field; served in this order.`,
    minItems: BATCH.min,
    maxItems: BATCH.max,
    items: { type: "object", properties: selectors, additionalProperties: false },
  };
  return {
    kind: "timelines",
    name: TIMELINES_TOOL,
    title,
    description: `${summary}. Cost: ${cost} Each timeline is complete or \`skipped\`: the first that does not fit into what is left of ${MAX_KB}, of ${LIMITS} is skipped, and so is every later one. Call again with those; for a long one use \`${TIMELINE_TOOL}\`. Companies with status \`skipped\` or \`not_found\` cost nothing.`,
    summary,
    cost,
    scopes: [FEED_SCOPES.companies],
    ...chargedInput({ [BATCH_FIELD]: companies, [INCLUDE.param]: include }, { required: [BATCH_FIELD] }),
    outputSchema: outputSchema({ data: { type: "array", items: schemaRef("BatchItem") } }),
  };
}

function creditsTool(): DescribedTool {
  const summary = "Get the credits of the workspace, and how many of them this connection may still use today (UTC)";
  return {
    kind: "credits",
    name: CREDITS_TOOL,
    title: "Credits",
    description: `${summary}. ${FREE}`,
    summary,
    cost: FREE,
    scopes: [],
    ...NO_INPUT,
    outputSchema: outputSchema({
      dailyAllowance: { type: "integer", description: "Credits that this connection may use each day (UTC)." },
    }),
  };
}

function valueListTool(list: ValueListName): DescribedTool {
  const { tool, title } = VALUE_LIST_TOOLS[list];
  const parameters = parametersWith(list).map((name) => `\`${name}\``);
  const summary = `List the ${valuesOf(list, false).length} values of ${parameters.join(" and ")}, with their names`;
  const value = { type: "string", description: "As a parameter takes it." };
  return {
    kind: "values",
    list,
    name: tool,
    title,
    description: `${summary}. ${FREE}`,
    summary,
    cost: FREE,
    scopes: [],
    ...NO_INPUT,
    outputSchema: outputSchema({
      values: {
        type: "array",
        items: {
          type: "object",
          properties: { value, title: { type: "string", description: "Its name in words." } },
          required: ["value", "title"],
          additionalProperties: false,
        },
      },
    }),
  };
}

function endpoint(id: keyof typeof ENDPOINTS): DescribedEndpoint {
  const described = DESCRIBED.find((endpoint) => endpoint.id === id);
  if (described === undefined) throw new Error(`The endpoint ${id} is not described.`);
  return described;
}

type Input = Pick<DescribedTool, "parameters" | "inputSchema">;

const NO_INPUT: Input = {
  parameters: [],
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
};

const MAX_CREDITS_PROPERTY: JsonSchema = {
  type: "integer",
  minimum: MAX_CREDITS.min,
  maximum: MAX_CREDITS.max,
  description: "The most credits that this call may cost.",
};

function chargedInput(own: Readonly<Record<string, JsonSchema>>, rules: JsonSchema = {}): Input {
  const properties = { ...own, [MAX_CREDITS_PARAMETER]: MAX_CREDITS_PROPERTY };
  return {
    parameters: Object.keys(properties),
    inputSchema: { type: "object", properties, ...rules, additionalProperties: false },
  };
}

function properties(parameters: readonly Parameter[]): Record<string, JsonSchema> {
  return Object.fromEntries(parameters.map((parameter) => [parameter.name, property(parameter)]));
}

const INCLUDE_RULE = "Kinds of event to include; by default all that the connection's scopes allow.";

function property({ name, rule, allowed, schema, type }: Parameter): JsonSchema {
  if (name === LIMIT_PARAMETER)
    return { ...schema, default: TOOL_LIMIT, description: `Records to return, ${LIMIT.min} to ${LIMIT.max}.` };
  const description = name === INCLUDE.param ? INCLUDE_RULE : rule;
  if (allowed === undefined) return { ...schema, description };
  // A long list would fill the context of every conversation: it has a tool of its own.
  const values = allowed.values.length === 0 ? {} : { enum: allowed.values };
  const item = { type: "string", ...values };
  const preset = schema.default === undefined ? {} : { default: schema.default };
  const words = {
    description: isValueList(allowed.list)
      ? `${description} Values: \`${VALUE_LIST_TOOLS[allowed.list].tool}\`.`
      : description,
  };
  return type === "array of string"
    ? { type: "array", minItems: 1, items: item, ...words }
    : { ...item, ...preset, ...words };
}

function isValueList(list: ListName): list is ValueListName {
  return Object.hasOwn(VALUE_LIST_TOOLS, list);
}

/** Names of the parameters with these values, in the order of the feeds. */
function parametersWith(list: ListName): string[] {
  const filters = FEED_NAMES.flatMap((name): readonly Filter[] => FEEDS[name].filters);
  return [...new Set(filters.flatMap((filter) => ("list" in filter && filter.list === list ? [filter.param] : [])))];
}

export const TOOLS: readonly DescribedTool[] = [
  ...FEED_NAMES.map(feedTool),
  timelineTool(),
  timelinesTool(),
  creditsTool(),
  ...VALUE_LIST_NAMES.map(valueListTool),
];
