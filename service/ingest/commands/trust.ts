/** Lists the order in which sources are trusted, or sets it. */
import type pg from "pg";
import { listTrust, type RankedSource, setTrust } from "../imports/source-trust";
import { type CommandOutput, counted } from "./command-output";

export async function runTrust(pool: pg.Pool, sources: readonly string[] | undefined): Promise<CommandOutput> {
  const applied = sources === undefined ? undefined : await setTrust(pool, sources, new Date());
  const list = await listTrust(pool);
  return {
    json: applied === undefined ? list : { ...applied, sources: list },
    text: [...trustLines(list), ...(applied ? [appliedLine(applied)] : [])].join("\n"),
  };
}

function trustLines(list: readonly RankedSource[]): string[] {
  if (list.length === 0) return ["Nothing was imported yet."];
  const lines = list.map(({ source, place }) => `  ${place === null ? "–" : place}  ${source}`);
  return [
    "Where sources state different values, the one with the lowest number counts; without one, the value of an event that most",
    "of them state, and else that of the first that named the record. A new order also applies to what is stored.",
    ...lines,
  ];
}

function appliedLine({ id, changed }: Awaited<ReturnType<typeof setTrust>>): string {
  if (id === null) return "This order was in force already.";
  return `${counted(changed, "record")} changed. Import ${id}; undo it with: npm run import -- undo ${id}`;
}
