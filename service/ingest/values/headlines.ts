/** Finds the company in a headline about its round: `Quorvane Bags $17.5M Series A`. */
import { memoize } from "./memoize";

const VERB = [
  "raise[sd]?|bag(?:s|ged)|grab(?:s|bed)|banks|banked|secure[sd]|land(?:s|ed)|close[sd]|nab(?:s|bed)|receive[sd]|gets|got|snag(?:s|ged)|score[sd]",
  "haul(?:s|ed)(?: in)?|pull(?:s|ed) in|brings in|rake[sd] in|reel(?:s|ed) in|pick(?:s|ed) up|collect(?:s|ed)|attract(?:s|ed)|attain(?:s|ed)|announce[sd]",
  "complete[sd]|gain(?:s|ed)|net(?:s|ted)|wins|won|obtain(?:s|ed)|pocket(?:s|ed)|clinche[sd]|garner(?:s|ed)",
  "l[eè]ve|a levé|boucle|r[ée]alise|annonce|obtient|sichert sich|erh[äa]lt|sammelt|schlie(?:ß|ss)t|meldet|bekommt",
  "levanta|cierra|capta|recauda|consigue|obtiene|recibe|anuncia|recebe|raccoglie|chiude|ottiene|haalt|ontvangt",
].join("|");

/** Up to five words, such as `an oversubscribed`, stand before what is raised. */
const BETWEEN = String.raw`(?:\s+\S+){0,5}?\s+`;

const AMOUNT = String.raw`(?:[A-Z]{0,3}\p{Sc}\s?\d|\d[\d.,]*\s?(?:[km]|mm|bn?|mn|mio|mrd|crores?|lakhs?|milli?\p{L}*|millones|billions?)\b|\d[\d.,]*\s?(?:\p{Sc}|[kmb](?:\p{Sc}|eur|usd)))`;

/** The name of a fund may have these words, so that more than one of them is needed. */
const ROUND = String.raw`(?:s[ée]rie?s?[- ][a-k]\d?\b|(?:pre-?seed|seed|angel|bridge|growth|equity|debt|strategic|venture)(?:\s+(?:equity|debt|extension))?\s+(?:round|financing|funding|investment)\b|(?:financing|funding) round\b|(?:new |fresh )?(?:funding|financing)(?=$|[,.;:]|\s+(?:from|led|to|for|at|round)\b)|tour de table|lev[ée]e de fonds|finanzierungsrunde|ronda de|rodada)`;

const HEADLINE = new RegExp(
  String.raw`^(\S.*?),?\s+(?:has |have |just )*(?:${VERB})${BETWEEN}(?:${AMOUNT}|${ROUND})`,
  "iu",
);

/** Returns the name before the verb; undefined for a text in which neither money nor a round follows such a verb. */
export const companyInHeadline: (text: string) => string | undefined = memoize((text) => HEADLINE.exec(text)?.[1]);
