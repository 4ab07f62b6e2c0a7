/** Describes the tools of the MCP endpoint with names, words, scopes and schemas, generated from the contract. */
import type { ENDPOINTS } from "@dealflow/contract/endpoints";
import {
  CURSOR_PARAMETER,
  FEED_NAMES,
  FEEDS,
  type FeedName,
  LIMIT,
  LIMIT_PARAMETER,
  TOTAL_PARAMETER,
} from "@dealflow/contract/feeds";
import type { Filter, ListName } from "@dealflow/contract/filters";
import {
  CREDITS_TOOL,
  FEED_SCOPES,
  MAX_CREDITS,
  MAX_CREDITS_PARAMETER,
  MAX_RESULT_BYTES,
  TOOL_LIMIT,
  VALUE_LIST_NAMES,
  VALUE_LIST_TOOLS,
  VALUE_SEARCH_PARAMETER,
  type ValueListName,
} from "@dealflow/contract/mcp";
import type { Scope } from "@dealflow/contract/scopes";
import { BATCH, BATCH_FIELD, INCLUDE, SELECTORS, TIMELINE_TOOL, TIMELINES_TOOL } from "@dealflow/contract/timeline";
import { TIMELINE_INCLUDES } from "@dealflow/contract/values/events";
import { DESCRIBED, type DescribedEndpoint } from "../endpoints";
import { type JsonSchema, schemaRef } from "../json-schema";
import { feedParameters, type Parameter, timelineParameters } from "../parameters";
import { listValues } from "../value-lists";
import { outputSchema } from "./tool-outputs";

type Served =
  | { readonly kind: "feed"; readonly feed: FeedName }
  | { readonly kind: "timeline" | "timelines" | "credits" }
  | { readonly kind: "values"; readonly list: ValueListName };

export type DescribedTool = Served & {
  readonly name: string;
  readonly title: string;
  /** Tells a model what the tool returns, what it costs and how it is paged. */
  readonly description: string;
  /** Tells people what the tool returns and what it costs, each in a sentence. */
  readonly summary: string;
  readonly cost: string;
  /** A token needs all of these scopes. */
  readonly scopes: readonly Scope[];
  readonly parameters: readonly string[];
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
};

const FREE = "Free of charge.";
const MAX_KB = `${MAX_RESULT_BYTES / 1000} kB`;
const LIMITS = `\`${MAX_CREDITS_PARAMETER}\`, the connection's daily allowance or the balance`;
const PAGING = `Returns up to \`${LIMIT_PARAMETER}\` whole records (default ${TOOL_LIMIT}), fewer when ${MAX_KB}, ${LIMITS} ends; only these are charged. For more, call again with the same filters and \`cursor\` set to \`pagination.nextCursor\`, until \`pagination.hasMore\` is false.`;

/** These are the schemas of the feeds' records, by name. */
const RECORDS: Readonly<Record<FeedName, string>> = {
  funding: "FundingEvent",
  acquisitions: "Acquisition",
  execMoves: "ExecMove",
  companies: "Company",
  investors: "Investor",
};

/** These objects occur within other records; the tools that return them alone describe them. */
const PARTS: Readonly<Record<string, JsonSchema>> = {
  Company: {
    type: "object",
    description: `\`id\`, \`name\`, \`domain\`, \`hqCountry\` and all else that \`${FEEDS.companies.tool}\` returns.`,
  },
  TimelineEvent: {
    type: "object",
    description: `\`kind\`, \`date\`, and as its own tool returns it ${TIMELINE_INCLUDES.map(({ field }) => `\`${field}\``).join(" or ")}.`,
  },
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
    ...chargedInput(properties(feedParameters(FEEDS[name], "json"))),
    outputSchema: outputSchema(
      { data: { type: "array", items: schemaRef(RECORDS[name]) }, pagination: schemaRef("Pagination") },
      name === "companies" ? {} : PARTS,
    ),
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
    ...chargedInput(properties(timelineParameters("json"))),
    outputSchema: outputSchema(
      {
        data: schemaRef("Timeline"),
        eventsAvailable: { type: "integer", description: "How many events of the requested kinds there are." },
      },
      PARTS,
    ),
  };
}

function timelinesTool(): DescribedTool {
  const { title, summary, cost } = endpoint("timelines");
  const { [INCLUDE.param]: include = {}, ...selectors } = properties(timelineParameters("json"));
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
    outputSchema: outputSchema({ data: { type: "array", items: schemaRef("BatchItem") } }, PARTS),
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
    ...createInput({}),
    outputSchema: outputSchema({
      dailyAllowance: { type: "integer", description: "Credits that this connection may use each day (UTC)." },
    }),
  };
}

function valueListTool(list: ValueListName): DescribedTool {
  const { tool, title } = VALUE_LIST_TOOLS[list];
  const parameters = parametersWith(list).map((name) => `\`${name}\``);
  const summary = `List the ${listValues(list, false).length} values of ${parameters.join(" and ")}, with their names`;
  return {
    kind: "values",
    list,
    name: tool,
    title,
    description: `${summary}. ${FREE}`,
    summary,
    cost: FREE,
    scopes: [],
    ...createInput({ [VALUE_SEARCH_PARAMETER]: VALUE_SEARCH_PROPERTY }),
    outputSchema: outputSchema({
      values: {
        type: "array",
        items: {
          type: "object",
          properties: { value: { type: "string" }, title: { type: "string" } },
          required: ["value"],
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

const VALUE_SEARCH_PROPERTY: JsonSchema = {
  type: "string",
  description: "Only values that contain each of these words, or whose names do.",
};

const MAX_CREDITS_PROPERTY: JsonSchema = {
  type: "integer",
  minimum: MAX_CREDITS.min,
  maximum: MAX_CREDITS.max,
  description: "The most credits that this call may cost.",
};

function chargedInput(own: Readonly<Record<string, JsonSchema>>, rules: JsonSchema = {}): Input {
  return createInput({ ...own, [MAX_CREDITS_PARAMETER]: MAX_CREDITS_PROPERTY }, rules);
}

function createInput(properties: Readonly<Record<string, JsonSchema>>, rules: JsonSchema = {}): Input {
  return {
    parameters: Object.keys(properties),
    inputSchema: { type: "object", properties, ...rules, additionalProperties: false },
  };
}

function properties(parameters: readonly Parameter[]): Record<string, JsonSchema> {
  return Object.fromEntries(parameters.map((parameter) => [parameter.name, property(parameter)]));
}

/** These descriptions are of parameters that many tools share or that differ from the API's. */
const SHORT_RULES: Readonly<Record<string, string>> = {
  [CURSOR_PARAMETER]: "`pagination.nextCursor` of the previous response.",
  [INCLUDE.param]: "Kinds of event to include; by default all that the connection's scopes allow.",
  naicsCode:
    "NAICS 2022 code of 2 to 6 digits or a sector range such as 31-33, with every code beneath it. `unknown` matches unclassified companies.",
  until: "Until when, in the forms of `since`; a day is included.",
  [TOTAL_PARAMETER]: "Whether to count all matching records, for 0 credits.",
};

function property({ name, rule, allowed, schema, type }: Parameter): JsonSchema {
  if (name === LIMIT_PARAMETER)
    return { ...schema, default: TOOL_LIMIT, description: `Records to return, ${LIMIT.min} to ${LIMIT.max}.` };
  const description = SHORT_RULES[name] ?? rule;
  // Arguments are checked by the tool, whose messages say what is allowed.
  const { minLength: _, maxLength: __, ...value } = schema;
  if (allowed === undefined) return { ...value, description };
  // A long list would fill the context of every conversation, so it has a tool of its own.
  const values = allowed.values.length === 0 ? {} : { enum: allowed.values };
  const item = { type: "string", ...values };
  const preset = schema.default === undefined ? {} : { default: schema.default };
  const words = {
    description: isValueList(allowed.list)
      ? `${description} Values: \`${VALUE_LIST_TOOLS[allowed.list].tool}\`.`
      : description,
  };
  return type === "array of string" ? { type: "array", items: item, ...words } : { ...item, ...preset, ...words };
}

function isValueList(list: ListName): list is ValueListName {
  return Object.hasOwn(VALUE_LIST_TOOLS, list);
}

/** Returns the names of the parameters with these values, in the order of the feeds. */
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
