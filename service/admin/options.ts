import type { ListedPerson } from "@dealflow/contract/account/administration";
import type pg from "pg";
import { normalizeEmail } from "@/service/accounts/people/emails";
import { findPerson } from "@/service/accounts/people/people-list";
import { findWorkspaces, type Workspace } from "@/service/accounts/workspaces";
import { CommandError, type CommandResult, type Option, type OptionValues } from "./command";

export const workspace: Option = { name: "workspace", value: "id or name", help: "the workspace", required: true };
export const email: Option = { name: "email", value: "address", help: "the person's email address", required: true };

/** Lists take these two options. */
export const search = (help: string): Option => ({ name: "search", value: "text", help });
export const limit: Option = {
  name: "limit",
  value: "count",
  help: "the highest number, the newest first (default all)",
};

/** Returns the text to search for, and the limit; undefined for all. */
export function readListOptions(options: OptionValues): readonly [search: string, limit: number | undefined] {
  return [
    options.flag("search") ? options.text("search") : "",
    options.flag("limit") ? options.count("limit", 1) : undefined,
  ];
}

export async function findRequestedWorkspace(pool: pg.Pool, options: OptionValues): Promise<Workspace> {
  const requested = options.text("workspace");
  const [found, ...more] = await findWorkspaces(pool, requested);
  if (found === undefined) throw new CommandError(`There is no workspace "${requested}".`);
  // An id is one workspace's; people may have given its text as a name, which changes nothing.
  if (more.length > 0 && found.id !== requested.toLowerCase())
    throw new CommandError(
      `${more.length + 1} workspaces are named "${requested}"; use an id instead: ${[found, ...more].map(({ id }) => id).join(", ")}.`,
    );
  return found;
}

export async function findRequestedPerson(pool: pg.Pool, options: OptionValues): Promise<ListedPerson> {
  const requested = options.text("email");
  const found = await findPerson(pool, normalizeEmail(requested) ?? requested);
  if (found === undefined) throw new CommandError(`There is no account with the email address "${requested}".`);
  return found;
}

export function personResult({ id, email }: ListedPerson, json: object, ...lines: readonly string[]): CommandResult {
  return { json: { id, email, ...json }, lines };
}

export function credits(count: number): string {
  return `${count.toLocaleString("en-US")} ${Math.abs(count) === 1 ? "credit" : "credits"}`;
}
