/**
 * Whose purchased records are stored in this browser. They belong to one person in one workspace and are read for nobody
 * else; with a foreign host, which knows no people, to its key.
 */
import type { HostState } from "@/lib/api/dashboard";
import { useUi } from "../ui-store";

const DATABASE = "dealflow-";
const UNWRITTEN = "dealflow.unwritten.";

/** Null: nobody's. */
export function ownerOf({ account, identity }: Pick<HostState, "account" | "identity">): string | null {
  return account === null || identity === null ? account : `${identity.person.id}.${account}`;
}

export function databaseName(owner: string): string {
  return DATABASE + owner;
}

/** Of the keys of local storage under which a document leaves what it could not write any more. */
export function unwrittenPrefix(owner: string): string {
  return `${UNWRITTEN}${owner}.`;
}

/** Whether the person has chosen that their records stay in this browser after signing out. */
export function isKept(owner: string): boolean {
  return useUi.getState().keepPurchased.includes(personOf(owner));
}

/** Empty for what earlier versions stored for a workspace, whoever was signed in. */
function personOf(owner: string): string {
  return /^(.+?)\../.exec(owner)?.[1] ?? "";
}

/**
 * Deletes what belongs to people who are neither signed in nor have chosen to keep it, and what names no person.
 * @param signedIn the person's id; undefined: nobody is any more
 */
export async function deleteUnkept(signedIn?: string): Promise<void> {
  await useUi.persist.rehydrate();
  const mayStay = (owner: string) => isKept(owner) || (signedIn !== undefined && personOf(owner) === signedIn);
  for (const key of Object.keys(window.localStorage))
    if (key.startsWith(UNWRITTEN) && !mayStay(key.slice(UNWRITTEN.length))) window.localStorage.removeItem(key);
  const unkept = await databaseNames((owner) => !mayStay(owner));
  if (unkept.length === 0) return;
  const { deleteDatabase } = await import("./database");
  await Promise.all(unkept.map(deleteDatabase));
}

/** Whether any record of the person, in whichever workspace, is stored. */
export async function hasPurchased(person: string): Promise<boolean> {
  const names = await databaseNames((owner) => personOf(owner) === person);
  const { isDatabaseEmpty } = await import("./database");
  return (await Promise.all(names.map(isDatabaseEmpty))).includes(false);
}

async function databaseNames(isWanted: (owner: string) => boolean): Promise<string[]> {
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  return names.filter((name) => name.startsWith(DATABASE) && isWanted(name.slice(DATABASE.length)));
}
