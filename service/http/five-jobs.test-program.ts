// Is a client of the tests that knows the words of its jobs and nothing of the interface. It learns paths, parameters,
// headers, cursors and codes from the two documents that it is given as text.
import { text } from "node:stream/consumers";

type Tree = { readonly [key: string]: Tree };

export type Job =
  | {
      readonly job: "newest rounds";
      readonly round: string;
      readonly countries: readonly string[];
      readonly count: number;
    }
  | { readonly job: "timeline"; readonly domain: string }
  | { readonly job: "acquisitions"; readonly count: number; readonly from?: string }
  | { readonly job: "companies"; readonly since: string; readonly from?: string };

export interface Task {
  readonly guide: string;
  readonly openApi: string;
  readonly key: string;
  readonly work: Job;
}

export interface Outcome {
  readonly records: readonly { readonly id: string }[];
  /** The response with this error code ended the job early. */
  readonly stoppedBy?: string;
  readonly next: string;
}

const task: Task = JSON.parse(await text(process.stdin));
const document: Tree = JSON.parse(task.openApi);
const { guide } = task;

function fail(what: string): never {
  throw new Error(`The documents do not state ${what}.`);
}

function resolved(node: Tree | undefined): Tree {
  if (node === undefined) return fail("what stands where something is looked for");
  if (typeof node.$ref !== "string") return node;
  const keys = String(node.$ref).slice(2).split("/");
  return resolved(keys.reduce<Tree | undefined>((at, key) => at?.[key], document));
}

/** Returns the first group of a pattern in the guide. */
function output(pattern: RegExp, what: string): string {
  return pattern.exec(guide)?.[1] ?? fail(what);
}

interface Operation {
  readonly path: string;
  readonly parameters: readonly Tree[];
  /** Returns the name of the field that holds what was requested. */
  readonly content: string;
}

function operationFor(words: RegExp): Operation {
  for (const [path, methods] of Object.entries(resolved(document.paths)))
    for (const operation of Object.values(methods))
      if (words.test(String(operation.summary))) {
        const response = resolved(operation.responses?.["200"]).content?.["application/json"]?.schema;
        const fields = Object.keys(resolved(response).properties ?? {});
        // The envelope has fields that every response has; what is left is what this one is about.
        const content = fields.find((field) => guide.includes(`${field}: [`) || guide.includes(`${field}: {company`));
        const parameters = Object.values(operation.parameters ?? {}).map(resolved);
        return { path, parameters, content: content ?? fail(`what a response of ${path} contains`) };
      }
  return fail(`where to find ${words}`);
}

function parameterFor({ path, parameters }: Operation, matches: (parameter: Tree) => boolean, what: string): string {
  const found = parameters.find((parameter) => String(parameter.in) === "query" && matches(parameter));
  return found === undefined ? fail(`which parameter of ${path} is ${what}`) : String(found.name);
}

const described = (words: RegExp) => (parameter: Tree) => words.test(String(parameter.description));

const takes = (values: readonly string[]) => (parameter: Tree) => {
  const schema = resolved(parameter.schema);
  const allowed = Object.values(resolved(schema.items ?? schema).enum ?? {}).map(String);
  return values.every((value) => allowed.includes(value));
};

const baseUrl = String(Object.values(document.servers ?? {})[0]?.url ?? fail("where the API is"));
const keyHeader = String(
  Object.values(document.components?.securitySchemes ?? {})[0]?.name ?? fail("how to show a key"),
);
const retryHeader = output(/`([\w-]+)` is in seconds/, "how long to wait");
const onceHeader = output(/Send an `([\w-]+)` with every request/, "how to repeat a request safely");
const cursorAt = output(/set to `([\w.]+)`, until/, "where the cursor of the next page is").split(".");
const moreName = output(/until `(\w+)` is false/, "when to stop");
const retried = [...guide.matchAll(/^\| (\d{3}) \| (?:\d|the seconds)/gm)].map(([, status]) => Number(status));
const outOfCredits = [...guide.matchAll(/^\| (\d{3}) \| `(\w+)` \|.*(?:no credits left|by another name)/gm)].map(
  ([, , code]) => code,
);

async function sendRequest(path: string, query: URLSearchParams): Promise<{ response: Tree; ok: boolean }> {
  const headers = { [keyHeader]: task.key, [onceHeader]: crypto.randomUUID() };
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${baseUrl}${path}?${query}`, { headers });
    if (!retried.includes(response.status) || attempt === 5)
      return { response: JSON.parse(await response.text()), ok: response.ok };
    const seconds = Number(response.headers.get(retryHeader) ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

/** Reads a list page by page: as many records as are wanted, or all. */
async function walk(operation: Operation, query: URLSearchParams, count = Number.POSITIVE_INFINITY): Promise<Outcome> {
  const isLimit = (parameter: Tree) => Number(parameter.schema?.maximum) > 0;
  const limit = parameterFor(operation, isLimit, "the size of a page");
  const cursor = parameterFor(operation, described(new RegExp(`\`${cursorAt.join("\\.")}\``)), "the cursor");
  const most = Number(operation.parameters.find(isLimit)?.schema?.maximum);
  const records: { id: string }[] = [];
  for (let more = true; more && records.length < count; ) {
    query.set(limit, String(Math.min(most, count - records.length)));
    const { response, ok } = await sendRequest(operation.path, query);
    const code = String(response.error?.code);
    if (!ok && outOfCredits.includes(code)) return { records, stoppedBy: code, next: query.toString() };
    if (!ok) throw new Error(JSON.stringify(response));
    records.push(...Object.values(response[operation.content] ?? {}).map(({ id }) => ({ id: String(id) })));
    const position: unknown = cursorAt.reduce<Tree | undefined>((at, key) => at?.[key], response);
    if (typeof position === "string") query.set(cursor, position);
    more = String(response[cursorAt[0] ?? ""]?.[moreName]) === "true";
  }
  return { records, next: query.toString() };
}

async function perform(work: Job): Promise<Outcome> {
  switch (work.job) {
    case "newest rounds": {
      const operation = operationFor(/funding rounds, newest/i);
      const round = parameterFor(operation, takes([work.round]), "the kind of round");
      const country = parameterFor(operation, takes(work.countries), "the country");
      const query = new URLSearchParams([[round, work.round], ...work.countries.map((code) => [country, code])]);
      return walk(operation, query, work.count);
    }
    case "timeline": {
      const operation = operationFor(/one company with its .*events/i);
      const domain = parameterFor(operation, described(/^[^.;]*domain\b/i), "the domain");
      const { response, ok } = await sendRequest(operation.path, new URLSearchParams({ [domain]: work.domain }));
      if (!ok) return { records: [], stoppedBy: String(response.error?.code), next: "" };
      const { company, events } = resolved(response[operation.content]);
      // Each event carries its record under one name next to its kind and date.
      const records = Object.values(events ?? {}).flatMap((event) =>
        Object.values(event).filter(({ id }) => id !== undefined),
      );
      return { records: [company, ...records].map((record) => ({ id: String(record?.id) })), next: "" };
    }
    case "acquisitions":
      return walk(operationFor(/acquisitions and mergers/i), new URLSearchParams(work.from), work.count);
    case "companies": {
      const operation = operationFor(/company directory/i);
      const since = parameterFor(operation, described(/updated on or after/i), "the date");
      return walk(operation, new URLSearchParams(work.from ?? { [since]: work.since }));
    }
  }
}

console.log(JSON.stringify(await perform(task.work)));
