/** Finds the rows of deals that did not come about, or are of another kind than the others. */
import type { Kind } from "../fields";
import type { ImportMapJson } from "../read/map-schema";
import { namesStage } from "../values/rounds";
import type { Classified } from "./by-name";
import { isBuyout, isBuyoutType, STAKE, stakes } from "./name-sides";

type Condition = NonNullable<ImportMapJson["where"]>[number];

const NOT_DONE =
  /^(?:(?:no[ _-]?deal|failed|rejected|declined|blocked|lapsed|withdrawn|cancell?ed|terminated|abandoned|rumou?r(?:ed)?)(?:\/|$))+$/i;

/** Such a type among those of rounds says that the company was sold, listed or closed. */
const NO_ROUND = /^(?:exit|ipo|acquisition|acquired|m&a|merger|trade sale|liquidation)$/i;

/** Says of which rows a condition reads none. */
export function describeCondition({ column, notIn }: Condition): string {
  return `Rows whose ${column} is ${notIn?.join(" or ") ?? "a minority stake or an increase of capital"} are left out.`;
}

/** Returns conditions for each column with an outcome, or a type of deal, that leaves such rows out. */
export function outcomeConditions(kind: Kind, columns: readonly Classified[]): Condition[] {
  if (kind !== "funding" && kind !== "acquisition") return [];
  return columns.flatMap((one) => {
    const { column, words, values } = one.profile;
    const isOutcome = /(?:^| )(?:status|outcome|result)$/.test(words);
    const isOfOtherKind = (text: string) =>
      kind === "acquisition"
        ? isBuyoutType(one) && namesStage(text) && !isBuyout(text)
        : /\btype\b/.test(words) && NO_ROUND.test(text);
    const isLeftOut = (text: string) => (isOutcome && NOT_DONE.test(text)) || isOfOtherKind(text);
    const notIn = [...new Set(values.filter(isLeftOut))];
    const hasStakes = kind === "acquisition" && stakes(one) === "some";
    return [...(notIn.length === 0 ? [] : [{ column, notIn }]), ...(hasStakes ? [{ column, notMatches: STAKE }] : [])];
  });
}
