/** Reads and checks the query of a feed request, or refuses it with one sentence. */
import type { Context } from "hono";
import type { FeedName } from "@/lib/contract/feeds";
import { FEEDS } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";
import { type Paging, QUERIES } from "@/lib/contract/queries";
import { readQuery } from "@/lib/contract/wire";
import { ApiError } from "./api-error";
import type { Env } from "./context";

export type FeedRequest = AnyQuery & Paging;

export function readFeedRequest(c: Context<Env>, name: FeedName): FeedRequest {
  const mark = c.req.url.indexOf("?");
  const search = new URLSearchParams(mark === -1 ? "" : c.req.url.slice(mark + 1));
  const wire = readQuery(search, FEEDS[name]);
  if (wire.problems.length > 0) refuse(wire.problems.map((problem) => problem.message));
  const checked = QUERIES[name].safeParse(wire.values);
  if (!checked.success) refuse(checked.error.issues.map((issue) => issue.message));
  return checked.data;
}

/** Problems named at most in one message; the first ones are enough to go on with. */
const NAMED = 5;

function refuse(messages: readonly string[]): never {
  const more = messages.length - NAMED;
  const text = [...messages.slice(0, NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
  throw new ApiError("INVALID_INPUT", text);
}
