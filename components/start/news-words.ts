/** Says what happened to a watched company, as far as that is free to know. */

import type { InboxItem } from "@dealflow/contract/account/inbox";
import { factsAt } from "@dealflow/contract/records/facts";
import { shortList } from "@/components/filters/lists/value-lists";
import { listedTitle } from "@/lib/format/listed-title";
import { bandUsd, compactUsd } from "@/lib/format/money";

type News = Pick<InboxItem, "feed" | "preview" | "record">;

const MOVES: Readonly<Record<string, string>> = {
  appointment: "made an appointment",
  departure: "parted with an executive",
  promotion: "promoted an executive",
  transition: "gave an executive a new role",
};

/** Writes what follows the company's name: `raised a Series B`. */
export function newsWords({ feed, preview }: News): string {
  const fact = (path: string) => String(factsAt(preview?.record, path)[0] ?? "");
  if (feed === "funding") {
    const round = fact("round");
    return round === "" ? "raised a round" : `raised ${roundWords(listedTitle(shortList("rounds"), round))}`;
  }
  if (feed === "acquisitions") return "took part in an acquisition";
  return MOVES[fact("moveType")] ?? "had an executive move";
}

/** Writes the amount or its band, or the seniority of the person: `$25m–50m`, `C-level`. */
export function newsDetail({ feed, preview, record }: News): string {
  if (typeof record?.amountUsd === "number") return compactUsd(record.amountUsd);
  if (preview === null) return "";
  if (preview.amount !== null) return bandUsd(preview.amount.minUsd, preview.amount.maxUsd);
  const [seniority] = feed === "execMoves" ? factsAt(preview.record, "roleSeniority") : [];
  return typeof seniority === "string" ? listedTitle(shortList("roleSeniorities"), seniority) : "";
}

/** Writes `a Series B`, `an angel round` or `a PIPE round`. */
function roundWords(title: string): string {
  const named = /^Series/.test(title)
    ? title
    : `${title.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())} round`;
  return `${/^[aeiou]/i.test(named) ? "an" : "a"} ${named}`;
}
