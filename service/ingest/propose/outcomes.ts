/** Finds the rows of deals that did not come about. */
import type { Kind } from "../fields";
import type { ImportMapJson } from "../read/map-schema";
import { columnWords } from "./column-words";
import type { ColumnProfile } from "./profile";

type Condition = NonNullable<ImportMapJson["where"]>[number];

const NOT_DONE =
  /^(?:no[ _-]?deal|failed|rejected|declined|blocked|lapsed|withdrawn|cancell?ed|terminated|abandoned|rumou?r(?:ed)?)$/i;

/** Returns a condition for each column with an outcome that leaves such rows out. */
export function outcomeConditions(kind: Kind, profiles: readonly ColumnProfile[]): Condition[] {
  if (kind !== "funding" && kind !== "acquisition") return [];
  return profiles.flatMap(({ column, values }) => {
    if (!/^(?:status|outcome|result)$/.test(columnWords(column).at(-1) ?? "")) return [];
    const notIn = [...new Set(values.filter((text) => NOT_DONE.test(text)))];
    return notIn.length === 0 ? [] : [{ column, notIn }];
  });
}
