/** Finds the names in a cell that has the names of several companies or institutions. */
import { joinEndings } from "./values/investors";

/** No name has one of these before another name. */
const CLEAR = /\s*[;|]\s*(?=\p{Lu})|\s+\/\s+(?=\p{Lu})/u;
/** These are in names, too. */
const DOUBTFUL = /\s*\n\s*|,\s+(?:(?:and|und|et|y|e)\s+)?|\s+(?:and|und|et|y|e|&|\+)\s+/;
/** A name that ends so is whole, so that another one follows. */
const ENDS_NAME =
  /(?:^|[\s,])(?:(?:universit(?:y|ies|ät|é|à|eit)|universidad|universidade|uniwersytet|institut[eo]?|college|polytechnic|foundation|hospital|inc|llc|ltd|limited|llp|plc|corp|corporation|gmbh|ag|kg|se|s\.?a\.?s?|s\.?r\.?l|s\.?p\.?a|s\.?l|b\.?v|n\.?v|ab|oy|pty ltd|co\.,? ltd)\.?)$/i;

/** Returns the names; one where nothing shows that there are several. */
export function splitCompanies(text: string): readonly string[] {
  const clear = joinEndings(text.split(CLEAR).filter((part) => part !== ""));
  if (clear.length > 1 || !DOUBTFUL.test(text)) return clear;
  const parts = joinEndings(text.split(DOUBTFUL).filter((part) => part !== ""));
  return parts.every((part) => ENDS_NAME.test(part)) ? parts : [text];
}
