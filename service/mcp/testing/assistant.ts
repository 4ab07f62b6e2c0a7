/**
 * Scripts an assistant that knows MCP and the words of its jobs, and nothing of this server. It learns tools,
 * parameters, cursors, credits and corrections from the list of tools and from their results.
 */
import * as z from "zod";

const schema = z.looseObject({
  type: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
  maximum: z.number().optional(),
});
const object = z.looseObject({ properties: z.record(z.string(), schema) });
const tool = z.looseObject({ name: z.string(), description: z.string(), inputSchema: object, outputSchema: object });
const toolList = z.array(tool);
const callResult = z.looseObject({
  isError: z.boolean().optional(),
  content: z.array(z.looseObject({ text: z.string() })),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
});

type Tool = z.infer<typeof tool>;
type Given = Record<string, unknown>;

interface Client {
  listTools(): Promise<{ tools: unknown }>;
  callTool(params: { name: string; arguments: Given }): Promise<unknown>;
}

export interface Outcome {
  readonly records: readonly unknown[];
  readonly credits: number;
  readonly calls: number;
  /** This error ended the work. */
  readonly stoppedBy?: string;
}

export async function createAssistant(client: Client) {
  const tools = toolList.parse((await client.listTools()).tools);

  /** Returns the tool whose description has all of these words, the earliest of them nearest to its beginning. */
  function findTool(...words: string[]): Tool {
    const positions = tools.map((item) =>
      words.map((word) => item.description.toLowerCase().indexOf(word.toLowerCase())),
    );
    const ranked = tools
      .map((item, index) => ({ item, positions: positions[index] ?? [] }))
      .filter(({ positions }) => positions.every((position) => position >= 0))
      .sort((a, b) => sum(a.positions) - sum(b.positions));
    return ranked[0]?.item ?? fail(`a tool for ${words.join(", ")}`);
  }

  /** Returns the input or output whose description has this text. */
  function findProperty({ properties }: z.infer<typeof object>, text: string): string {
    const found = Object.entries(properties).find(([, { description = "" }]) => description.includes(text));
    return found?.[0] ?? fail(`a property that mentions ${text}`);
  }

  async function call(item: Tool, given: Given) {
    const {
      isError = false,
      content,
      structuredContent = {},
    } = callResult.parse(await client.callTool({ name: item.name, arguments: given }));
    const text = content.map((part) => part.text).join("\n");
    const credits = isError ? 0 : Number(structuredContent[findProperty(item.outputSchema, "Cost of this call")]);
    return { isError, text, structured: structuredContent, credits };
  }

  /** Returns the records of a result, which are its first list. */
  function getRecords(structured: Given): unknown[] {
    return Object.values(structured).find((value) => Array.isArray(value)) ?? [];
  }

  /** Returns the value of a listed parameter with this name in words: `Germany`. */
  async function lookUp(item: Tool, parameter: string, title: string): Promise<string> {
    const { description = "" } = item.inputSchema.properties[parameter] ?? {};
    const [, name = fail("where values are listed")] = /Values: `(\w+)`/.exec(description) ?? [];
    const lister = tools.find((other) => other.name === name) ?? fail(`the tool ${name}`);
    const values = z.array(z.record(z.string(), z.string())).parse(getRecords((await call(lister, {})).structured));
    const entry = values.find((value) => Object.values(value).includes(title)) ?? fail(`the value ${title}`);
    return Object.values(entry)[0] ?? fail("a value");
  }

  /** Calls page after page until it has enough records, or the credits that it may spend, or all records, end. */
  async function collect(item: Tool, given: Given, count: number, credits = Infinity): Promise<Outcome> {
    const cursorName = findProperty(item.inputSchema, "of the previous response");
    const { description = "" } = item.inputSchema.properties[cursorName] ?? {};
    const [, cursorPath = fail("where the cursor is")] = /`([\w.]+)` of the previous response/.exec(description) ?? [];
    const [, morePath = fail("when to stop")] = /until `([\w.]+)` is false/.exec(item.description) ?? [];
    const limitName = findProperty(item.inputSchema, "Records to return");
    const { maximum = 1 } = item.inputSchema.properties[limitName] ?? {};
    const capName = findProperty(item.inputSchema, "most credits that this call may cost");
    const allowanceName = findProperty(item.outputSchema, "may still use today");
    const records: unknown[] = [];
    let [spent, calls] = [0, 0];
    let cursor: unknown;
    while (records.length < count && spent < credits) {
      const wanted = Math.min(maximum, count - records.length);
      const page = await call(item, {
        ...{ ...given, [limitName]: wanted, [capName]: Math.min(wanted, credits - spent) },
        ...(cursor === undefined ? {} : { [cursorName]: cursor }),
      });
      calls += 1;
      if (page.isError) return { records, credits: spent, calls, stoppedBy: page.text };
      records.push(...getRecords(page.structured));
      spent += page.credits;
      cursor = at(page.structured, cursorPath);
      if (at(page.structured, morePath) === false) break;
      if (page.structured[allowanceName] === 0)
        return { records, credits: spent, calls, stoppedBy: "nothing is left of the daily allowance" };
    }
    return { records, credits: spent, calls };
  }

  /** Calls a tool; when the error suggests a value, calls once more with that. */
  async function callAndCorrect(item: Tool, given: Given): Promise<Outcome> {
    const first = await call(item, given);
    if (!first.isError) return { records: getRecords(first.structured), credits: first.credits, calls: 1 };
    const [, wrong, meant] = /got "([^"]*)"; did you mean "?([^"?]*)"?\?/.exec(first.text) ?? [];
    if (wrong === undefined || meant === undefined) return { records: [], credits: 0, calls: 1, stoppedBy: first.text };
    const corrected: Given = JSON.parse(JSON.stringify(given).replaceAll(JSON.stringify(wrong), JSON.stringify(meant)));
    const second = await call(item, corrected);
    const stopped = second.isError ? { stoppedBy: second.text } : {};
    return { records: getRecords(second.structured), credits: second.credits, calls: 2, ...stopped };
  }

  return { findTool, findProperty, lookUp, collect, call, callAndCorrect };
}

function at(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((node, key) => Reflect.get(Object(node), key), value);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function fail(what: string): never {
  throw new Error(`The tools do not state ${what}.`);
}
