/**
 * Provides the tools and texts that the official conformance tests expect to find in a server in addition to its own.
 */

import { SCOPE_NAMES } from "@dealflow/contract/scopes";
import { type McpServer, ResourceTemplate, type StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as z from "zod";
import { listTools } from "../server";

/** The picture is one red pixel, and the sound has no length. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const text = (words: string) => ({ type: "text" as const, text: words });
const IMAGE = { type: "image" as const, data: PNG, mimeType: "image/png" };
const resource = (uri: string, mimeType: string, words: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: words },
});

const CONTENT = {
  test_simple_text: [text("This is a simple text response for testing.")],
  test_image_content: [IMAGE],
  test_audio_content: [{ type: "audio" as const, data: WAV, mimeType: "audio/wav" }],
  test_embedded_resource: [resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  test_multiple_content_types: [
    text("Multiple content types test:"),
    IMAGE,
    resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ],
} as const;

/** A server must list these keywords of JSON Schema 2020-12 unchanged. */
const SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object" as const,
  $defs: { address: { type: "object", properties: { street: { type: "string" }, city: { type: "string" } } } },
  properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
  additionalProperties: false,
};
const NO_INPUT = { type: "object" as const, properties: {} };
const WITH_SCHEMA = "json_schema_2020_12_tool";
const WITH_ERROR = "test_error_handling";
const WITH_PROGRESS = "test_tool_with_progress";

const anyInput: StandardSchemaWithJSON = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: (value) => ({ value }),
    jsonSchema: { input: () => ({ ...SCHEMA }), output: () => ({ ...SCHEMA }) },
  },
};

export function registerConformanceFixtures(server: McpServer): void {
  for (const [name, content] of Object.entries(CONTENT))
    server.registerTool(name, { description: name }, () => ({ content: [...content] }));
  server.registerTool(WITH_ERROR, {}, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  server.registerTool(WITH_SCHEMA, { inputSchema: anyInput }, () => ({ content: [] }));
  server.registerTool(WITH_PROGRESS, {}, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    if (progressToken !== undefined)
      for (const progress of [0, 50, 100])
        await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
    return { content: [text("done")] };
  });
  const fixtures = [...Object.keys(CONTENT), WITH_ERROR, WITH_PROGRESS].map((name) => ({
    name,
    description: name,
    inputSchema: NO_INPUT,
  }));
  server.server.setRequestHandler("tools/list", () => ({
    tools: [
      ...listTools(SCOPE_NAMES),
      ...fixtures,
      { name: WITH_SCHEMA, description: WITH_SCHEMA, inputSchema: SCHEMA },
    ],
  }));
  registerResources(server);
  registerPrompts(server);
}

function registerResources(server: McpServer): void {
  const statics = [
    { uri: "test://static-text", mimeType: "text/plain", text: "This is the content of the static text resource." },
    { uri: "test://static-binary", mimeType: "image/png", blob: PNG },
  ];
  for (const content of statics)
    server.registerResource(content.uri, content.uri, { mimeType: content.mimeType }, () => ({ contents: [content] }));
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  server.registerResource("template", template, {}, (uri, { id }) => ({
    contents: [{ uri: uri.href, mimeType: "application/json", text: JSON.stringify({ id, templateTest: true }) }],
  }));
}

function registerPrompts(server: McpServer): void {
  const user = (content: ReturnType<typeof text> | typeof IMAGE | ReturnType<typeof resource>) => ({
    role: "user" as const,
    content,
  });
  server.registerPrompt("test_simple_prompt", { description: "simple" }, () => ({
    messages: [user(text("This is a simple prompt for testing."))],
  }));
  server.registerPrompt(
    "test_prompt_with_arguments",
    { description: "arguments", argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => ({ messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "resource", argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        user(resource(resourceUri, "text/plain", "Embedded resource content for testing.")),
        user(text("Please process the embedded resource above.")),
      ],
    }),
  );
  server.registerPrompt("test_prompt_with_image", { description: "image" }, () => ({
    messages: [user(IMAGE), user(text("Please analyze the image above."))],
  }));
}
