/** Answers what a browser may ask at this rate, and tells it how long to wait otherwise. */
import "server-only";
import { clientAddress } from "@/lib/net/address";
import { isElsewhere, isLocked } from "./admitted";
import { failed, failure } from "./answers";
import { type Asker, askerIn } from "./asker";
import type { Dashboard } from "./dashboard";
import { refusal } from "./own-requests";
import type { Requester, TooMany } from "./request-limits";
import { knownSession } from "./upstream";

/** A page asks the service several times where a route does once. */
const PAGE_COST = 5;

/** For a route: before anything of the request is read. */
export async function limited(board: Dashboard, request: Request, answer: () => Promise<Response>): Promise<Response> {
  // What no page of ours can have asked is refused for nothing, and counts against nobody who sits there.
  if (refusal(request.headers, board.settings.dashboardUrl) !== undefined) return answer();
  const requester = requesterOf(board, askerIn(request.headers, board.settings));
  const refused = await board.limits.take(requester);
  if (refused !== undefined) return tooMany(request.headers, refused);
  const entered = await board.limits.enter(requester);
  if ("seconds" in entered) return tooMany(request.headers, entered);
  return answer().finally(entered);
}

/** For a page, before it is rendered: what is answered in its place when it is one too many. */
export async function limitedPage(board: Dashboard, headers: Headers): Promise<Response | undefined> {
  const requester = requesterOf(board, askerIn(headers, board.settings));
  const refused = await board.limits.take(requester, PAGE_COST);
  return refused && tooMany(headers, refused);
}

function requesterOf(board: Dashboard, asker: Asker): Requester {
  const address = asker.address === undefined ? undefined : clientAddress(asker.address, undefined, []);
  if (board.settings.apiKey === undefined) return { session: knownSession(board, asker), address };
  // On another host nobody signs in: whoever is let in is known by their address.
  const inside = !isElsewhere(board, asker) && !isLocked(board, asker);
  return { session: inside ? address : undefined, address };
}

function tooMany(headers: Headers, { seconds }: TooMany): Response {
  const wait = `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  const message = `Too many requests. Try again in ${wait}.`;
  if (headers.get("sec-fetch-mode") !== "navigate")
    return failed({ ...failure(429, "TOO_MANY_REQUESTS", message), retryAfter: String(seconds) });
  return new Response(PAGE.replace("{wait}", wait), {
    status: 429,
    headers: { "Content-Type": "text/html; charset=utf-8", "Retry-After": String(seconds) },
  });
}

/** Costs nothing to make: no script, no sheet, nobody's name. */
const PAGE = `<!doctype html>
<html lang="en" style="color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Too many requests · Dealflow</title>
<main style="max-width: 40rem; margin: 4rem auto; padding: 0 1rem">
<h1 style="font-size: 1rem">Too many requests</h1>
<p>This browser, or others at its address, asked for more than is answered at once. Try again in {wait}.</p>
<p><a href="">Show it again</a></p>
</main>
</html>
`;
