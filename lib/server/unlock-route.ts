/** Where the form of the password before a foreign host is sent to, with the place that the person was on the way to. */
import "server-only";
import { doorTo, ownPath, RETURN_TO, UNLOCK_PAGE } from "@/lib/filters/own-path";
import { failed, failure, wrongMethod } from "./answers";
import { askerIn } from "./asker";
import type { Dashboard } from "./dashboard";
import { refusal } from "./own-requests";
import { textOf } from "./request-text";
import { ownCookie } from "./sessions";
import { UNLOCK_COOKIE, UNLOCKED_MS } from "./unlock";

export const UNLOCK_ROUTE = "/api/unlock";
/** Names of the form's fields, and of what the page's address says when it was refused. */
export const UNLOCK_FORM = { password: "password", end: "end", wrong: "wrong", wait: "wait" } as const;

/** A form of the page itself, so that it works without a script; every answer is the next page. */
export async function answerUnlock(board: Dashboard, request: Request): Promise<Response> {
  const refused = refusal(request.headers, board.settings.dashboardUrl);
  if (refused !== undefined) return failed(failure(403, "FORBIDDEN", refused));
  if (request.method !== "POST") return wrongMethod(request.method, ["POST"]);
  const { unlock, settings } = board;
  if (unlock === undefined) return failed(failure(404, "NOT_FOUND", "This dashboard asks for no password."));
  const body = await textOf(request);
  if (body === undefined) return failed(failure(413, "PAYLOAD_TOO_LARGE", "the form is too long"));
  const form = new URLSearchParams(body);
  const asker = askerIn(request.headers, settings);
  const to = ownPath(form.get(RETURN_TO));
  if (form.has(UNLOCK_FORM.end)) {
    unlock.end(asker.unlocked);
    return next(UNLOCK_PAGE, ownCookie(UNLOCK_COOKIE, "", 0, settings.dashboardUrl));
  }
  const tried = await unlock.try(form.get(UNLOCK_FORM.password) ?? "", asker.address);
  if ("token" in tried)
    return next(to, ownCookie(UNLOCK_COOKIE, tried.token, UNLOCKED_MS / 1000, settings.dashboardUrl));
  board.log.warn({ event: "password refused", address: asker.address, waitMs: tried.waitMs });
  const wait = tried.waitMs === undefined ? {} : { [UNLOCK_FORM.wait]: String(Math.ceil(tried.waitMs / 1000)) };
  const door = new URL(doorTo(UNLOCK_PAGE, to), settings.dashboardUrl);
  for (const [name, value] of Object.entries({ [UNLOCK_FORM.wrong]: "1", ...wait })) door.searchParams.set(name, value);
  return next(`${door.pathname}${door.search}`);
}

/** The browser fetches the next page by itself, and a reload of that sends nothing again. */
function next(path: string, cookie?: string): Response {
  const headers = new Headers({ Location: path });
  if (cookie !== undefined) headers.set("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}
