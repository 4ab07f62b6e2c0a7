/** Builds the MCP server of one request, with the tools, resources and prompts that the connection may read. */

import { ERROR_STATUS } from "@dealflow/contract/errors";
import { INCLUDE_SCOPES, REVISIONS, VALUE_LIST_NAMES, VALUE_LIST_TOOLS } from "@dealflow/contract/mcp";
import type { Scope } from "@dealflow/contract/scopes";
import { INCLUDE } from "@dealflow/contract/timeline";
import { TIMELINE_INCLUDES } from "@dealflow/contract/values/events";
import {
  type CallToolResult,
  McpServer,
  type ScopeChallengeHandler,
  type StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import type { JsonSchema } from "@/lib/describe/json-schema";
import { MCP_INSTRUCTIONS, SERVER_TITLE } from "@/lib/describe/mcp/server-card";
import { type DescribedTool, TOOLS } from "@/lib/describe/mcp/tools";
import type { ApiError } from "@/service/http/api-error";
import { toApiError } from "@/service/http/error-handler";
import { asList, readArguments } from "./arguments";
import type { Call, ToolResult } from "./call";
import { getProperty } from "./messages";
import { registerPrompts } from "./prompts";
import { callCreditsTool, callFeedTool, callTimelinesTool, callTimelineTool, callValuesTool, getValues } from "./tools";

export function createServer(call: Call): McpServer {
  const { version, addresses } = call.services;
  const server = new McpServer(
    { name: "dealflow", title: SERVER_TITLE, version, websiteUrl: addresses.siteUrl },
    {
      // The lists do not change while a client is connected.
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      },
      instructions: MCP_INSTRUCTIONS,
      supportedProtocolVersions: [...REVISIONS],
    },
  );
  // Only the message's own item is registered: each request has a server, and registering all takes a quarter of a ms.
  const method = String(getProperty(call.message, "method"));
  registerTool(server, call);
  if (method.startsWith("resources/")) registerResources(server);
  if (method.startsWith("prompts/")) registerPrompts(server);
  // The library would list the registered tools; one that the scopes don't allow is challenged when it is called.
  server.server.setRequestHandler("tools/list", () => ({ tools: listTools(call.connection.scopes) }));
  return server;
}

/** Returns the tool that a message calls; undefined when it calls none of ours. */
export function calledTool(message: unknown): DescribedTool | undefined {
  if (getProperty(message, "method") !== "tools/call") return undefined;
  return TOOLS.find(({ name }) => name === getProperty(getProperty(message, "params"), "name"));
}

function registerTool(server: McpServer, call: Call): void {
  const tool = calledTool(call.message);
  if (tool === undefined) return;
  const config = {
    title: tool.title,
    description: tool.description,
    inputSchema: uncheckedSchema(tool.inputSchema),
    annotations: ANNOTATIONS,
    scopeChallenge: getChallenge(tool),
  };
  server.registerTool(tool.name, config, (given) => callTool(call, tool, given));
}

function registerResources(server: McpServer): void {
  for (const { name, uri, metadata, text } of RESOURCES)
    server.registerResource(name, uri, metadata, () => ({ contents: [{ uri, mimeType: JSON_TYPE, text }] }));
}

const JSON_TYPE = "application/json";
/** Records are texts of others: by default, tools are open to the world. */
const ANNOTATIONS = { readOnlyHint: true } as const;

const LISTED = TOOLS.map(({ name, title, description, inputSchema, outputSchema, scopes }) => ({
  scopes,
  listed: {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: "object" as const },
    outputSchema: { ...outputSchema, type: "object" as const },
    annotations: ANNOTATIONS,
  },
}));

export function listTools(granted: readonly Scope[]) {
  return LISTED.filter(({ scopes }) => scopes.every((scope) => granted.includes(scope))).map(({ listed }) => listed);
}

const RESOURCES = VALUE_LIST_NAMES.map((list) => {
  const { resource, title } = VALUE_LIST_TOOLS[list];
  const description = "Allowed values, with their names.";
  return {
    name: title,
    uri: resource,
    metadata: { title, description, mimeType: JSON_TYPE },
    text: JSON.stringify(getValues(list)),
  };
});

/** Leaves the check to the tool itself, whose messages state what is allowed. */
function uncheckedSchema(schema: JsonSchema): StandardSchemaWithJSON {
  return {
    "~standard": {
      version: 1,
      vendor: "dealflow",
      validate: (value) => ({ value }),
      jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
    },
  };
}

/** Returns all scopes of the call, when one is missing: those of a timeline's kinds only where they are named. */
function getChallenge({ kind, scopes }: DescribedTool): ScopeChallengeHandler {
  return ({ request, authInfo }) => {
    const named = kind === "timeline" || kind === "timelines" ? namedKinds(request.params?.arguments) : [];
    const needed = [...new Set([...scopes, ...named.map((value) => INCLUDE_SCOPES[value])])];
    const [first, ...others] = needed;
    const isGranted = needed.every((scope) => authInfo?.scopes.includes(scope));
    return first === undefined || isGranted ? undefined : { scopes: [first, ...others] };
  };
}

function namedKinds(given: unknown) {
  const named = asList(getProperty(given, INCLUDE.param), INCLUDE.commas);
  return TIMELINE_INCLUDES.map(({ value }) => value).filter((value) => Array.isArray(named) && named.includes(value));
}

async function callTool(call: Call, tool: DescribedTool, given: unknown): Promise<CallToolResult> {
  const { payment, requestId, services } = call;
  try {
    payment.rejectEarly();
    const { structured, text } = await serve(call, tool, given);
    return { content: [{ type: "text", text }], structuredContent: { ...structured } };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const refusal = await countRefused(call, toApiError(error, requestId, services.log, payment.pending));
    return { content: [{ type: "text", text: `${refusal.code}: ${refusal.message}` }], isError: true };
  }
}

function serve(call: Call, tool: DescribedTool, given: unknown): Promise<ToolResult> {
  const read = readArguments(tool, given);
  switch (tool.kind) {
    case "feed":
      return callFeedTool(call, tool.feed, read);
    case "timeline":
      return callTimelineTool(call, read);
    case "timelines":
      return callTimelinesTool(call, read);
    case "credits":
      return callCreditsTool(call);
    case "values":
      return callValuesTool(call, tool.list, read);
  }
}

/** Counts a call that was rejected before its charge against the rate limit, as in REST. */
async function countRefused({ payment, requestId, services }: Call, refusal: ApiError): Promise<ApiError> {
  const { status } = refusal;
  if (payment.admitted || status === ERROR_STATUS.TOO_MANY_REQUESTS || status >= ERROR_STATUS.INTERNAL_ERROR)
    return refusal;
  try {
    await payment.admit();
    return refusal;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return toApiError(error, requestId, services.log);
  }
}
