/** Parses and validates requests, or rejects them with one sentence. */

import { MAX_BODY_BYTES } from "@dealflow/contract/errors";
import type { Issue } from "@dealflow/contract/query/parameters";
import { quote } from "@dealflow/contract/query/quote";
import { parseTimelineBatch, parseTimelineQuery, type TimelineBatch } from "@dealflow/contract/query/timeline-requests";
import { SELECTORS, type Selector, TIMELINE_PATH } from "@dealflow/contract/timeline";
import type { Context } from "hono";
import * as z from "zod/mini";
import { ApiError } from "./api-error";
import type { Env } from "./context";

export interface CompanySelector {
  readonly by: Selector["param"];
  readonly value: string;
}

export function readTimelineRequest(c: Context<Env>) {
  const parsed = parseTimelineQuery(getSearchParams(c));
  if ("issues" in parsed) rejectInput(parsed.issues);
  const { include, ...selectors } = parsed.values;
  return { include, wanted: parseSelector(selectors) };
}

export function readBatchRequest(c: Context<Env>, body: string): TimelineBatch {
  const [unexpected] = getSearchParams(c).keys();
  if (unexpected !== undefined)
    throw new ApiError(
      "INVALID_INPUT",
      `${quote(unexpected)} is not a parameter of POST ${TIMELINE_PATH}; pass it in the body`,
    );
  const encoding = c.req.header("Content-Encoding");
  if (encoding !== undefined && encoding !== "identity")
    throw new ApiError("INVALID_INPUT", `the body is encoded as ${quote(encoding)}; send it uncompressed`);
  const read = parseTimelineBatch(parseJson(body));
  if ("issues" in read) rejectInput(read.issues);
  return read;
}

/** Returns the one given selector; the schemas allow exactly one. */
export function parseSelector(
  selectors: Readonly<Partial<Record<Selector["param"], string | undefined>>>,
): CompanySelector {
  for (const { param } of SELECTORS) {
    const value = selectors[param];
    if (value !== undefined) return { by: param, value };
  }
  throw new Error("a request without a selector passed its schema");
}

export async function readBody(c: Context<Env>): Promise<string> {
  return new TextDecoder().decode(await readBytes(c, MAX_BODY_BYTES));
}

/** Reads the body of a request of unknown length, up to the limit. */
export async function readBytes(c: Context<Env>, most: number, what = "body"): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > most) throw new ApiError("PAYLOAD_TOO_LARGE", `the ${what} is larger than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ApiError("INVALID_INPUT", "the body is not valid JSON");
  }
}

/** Reads a body by the schema of its endpoint. */
export function parseBodyText<S extends z.core.$ZodType>(
  body: string,
  { request }: { readonly request: S },
): z.output<S> {
  const result = z.safeParse(request, parseJson(body));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join(".") || "the body";
  throw new ApiError("INVALID_INPUT", `${field}: ${issue?.message ?? "cannot be read"}`);
}

/** Returns the query of a request, unchanged. */
export function getSearchParams(c: Context<Env>): URLSearchParams {
  const mark = c.req.url.indexOf("?");
  return new URLSearchParams(mark === -1 ? "" : c.req.url.slice(mark + 1));
}

/** A message names at most this many issues. */
const NAMED = 5;

/** Throws `INVALID_INPUT`. */
export function rejectInput(issues: readonly Issue[]): never {
  const more = issues.length - NAMED;
  const messages = issues.slice(0, NAMED).map((issue) => issue.message);
  throw new ApiError("INVALID_INPUT", [...messages, ...(more > 0 ? [`and ${more} more`] : [])].join("; "));
}
