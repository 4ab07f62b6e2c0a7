/** Lists the addresses of the dashboard's pages, as the folders below `app/` define them. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../scripts/test-runner/built-programs";

/** No record, charge or request has this id. */
export const UNKNOWN_ID = "019a0000-0000-7000-8000-000000000001";
/** A segment in brackets takes these values. */
const PARAMETERS: Readonly<Record<string, string>> = { "[id]": UNKNOWN_ID, "[feed]": "funding" };
/** The pages of this group of routes are those of people who are signed out. */
const SIGNED_OUT_GROUP = "(auth)";

/** Returns the addresses of all pages in a folder of `app/`, but for the page of addresses without one. */
function listPages(folder: string): string[] {
  return readdirSync(path.join(ROOT, "app", folder), { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "page.tsx" && !file.includes("[..."))
    .map((file) => path.join(folder, path.dirname(file)).split(path.sep))
    .map((segments) => segments.filter((one) => one !== "." && !one.startsWith("(")))
    .map((segments) => `/${segments.map((one) => PARAMETERS[one] ?? one).join("/")}`)
    .toSorted();
}

export const SIGNED_OUT_PAGES: readonly string[] = listPages(SIGNED_OUT_GROUP);
export const SIGNED_IN_PAGES: readonly string[] = listPages(".").filter((page) => !SIGNED_OUT_PAGES.includes(page));
