/** Splits a cell that names several investors. */
import { wordWeight } from "../resolve/names/common-words";
import { readCountry } from "./countries";
import { memoize } from "./memoize";
import { isMissing } from "./missing";
import { normalName } from "./text";

/** A plus sign separates names only between spaces, and nothing does within brackets: `A+ Ventures` is one name. */
const SEPARATOR = /(?:\s*[;,|•·、，；]\s*|\s+[+/]\s+)(?![^()]*\))/;
/** These follow a comma as a part of the name before it. */
const LEGAL_FORM =
  /^(?:inc|incorporated|llc|l\.l\.c|ltd|limited|llp|l\.l\.p|lp|l\.p|plc|corp|corporation|co|gmbh|ag|kg|se|sa|s\.a|sas|s\.a\.s|sarl|srl|s\.r\.l|spa|s\.p\.a|sl|s\.l|bv|b\.v|nv|n\.v|ab|as|a\/s|oy|pte|pvt|pty|kk|k\.k|jr|sr|ii|iii|iv|ph\.?d|md|na|n\.a)(?:[.\s]+(?:ltd|limited|co|kg|inc|llc))*\.?$/i;
const LEGAL_END = /\b(?:co|corp|inc|ltd|llc|plc)\.?$/i;
const OTHERS =
  "(?:others?|autres?|andere|weitere|otros?|altri|outros?|inni|övriga|andra|øvrige|muut|další|alții|diğerleri|другие|інші)";
const SOME = String.raw`(?:an?|\d+|one|two|three|few|some|several|various|varios|vários|des|de|plusieurs|unos|many|more|number of|(?:group|consortium|syndicate) of|multiple|other|existing|current|earlier|previous|un ?disclosed|unnamed|unknown|new|angel|private|individual|institutional|foreign|strategic|marquee|indian|hni|high[- ]?net[- ]?worth|${OTHERS})`;
const PEOPLE =
  "(?:investors?|investisseurs|investoren|inversores|investidores(?:[ -]anjos?)?|(?:business )?angels?|hnis?|backers|funds|firms|individuals|participants|shareholders)";
/** Matches the end of a list when it doesn't name everyone; after "and" the words may be those that are in names too. */
export const AND_OTHERS = new RegExp(
  String.raw`(?:(?:\b(?:and|et|und|y|e|i|och|og|ja|ve)\b|&|\+)\s*(?:${SOME}\s+)*(?:${OTHERS}|${SOME}\s+${PEOPLE})|\b${OTHERS}(?:\s+${PEOPLE})?|\b(?:un ?disclosed|unnamed|other|existing)\s+${PEOPLE}|\betc|\bet al|\bamong others|\bentre autres|\bunter anderem)\.?$`,
  "i",
);
const CHINESE_ETC = /等(?:现有)?(?:机构|投资方|投资者|投资人|股东)?(?:。|$)/g;
/** This joins two names in a list, which have more than one character. */
const CHINESE_AND = /(?<=、.*\p{Script=Han}{2})(?:以及|及)(?=\p{Script=Han}{2})/gu;
const JOINT = /^(?:and|&|et|und|y|e|en)\s+/;
const LAST_JOINT = /\s+(?:[Aa]nd|AND|et|ET|und|UND|y|e|en|&)\s+(?![^()]*\))/g;
/** Lists with such a separator have it before the last name too, so that "and" is a part of a name. */
const STRICT_SEPARATOR = /[;|](?![^()]*\))/;
/** These end the name of a firm whose founders are joined: `Hollin & Company`. */
const FIRM_ENDS =
  /^(?:co|company|sons|brothers|bros|partners|associates|cie|partner|friends|family|daughters|söhne|fils)\b/i;
/** These end the name of a firm, so that another name begins after "and". */
const FIRM = /\s(?:ventures?|capital|partners|angels|funds?|holdings|investments?|equity)$/i;
const FULL_NAME = /^\p{Lu}\p{Ll}[\p{L}'’-]* \p{Lu}\p{Ll}[\p{L}'’-]*$/u;
/** The employers of people who invest do not invest themselves: `along with executives from Veld and Tarn`. */
const EMPLOYEES =
  /(?:^|[,;]?\s+)(?:(?:(?:along|together) with|as well as|ainsi que|así como|sowie|and|et|und|y|plus|including)\s+)?(?:\p{Ll}[\p{Ll}-]*\s+){0,4}(?:(?:executives|execs|leaders|operators|employees|engineers|alumni|(?:business )?angels|angel investors) (?:from|at)|(?:executives|execs|leaders|co-?founders|founders|ceos) (?:of|behind)|(?:co-?)?(?:fondateurs|dirigeants|fundadores|directivos) de|Gründern? von)\s+(?=\p{Lu})(?![^()]*\)).*$/u;
const PERSONS =
  "(?:investors|backers|leaders|executives|entrepreneurs|founders|operators|angels|shareholders|individuals)";
/** Words without capitals name nobody beside names: `industry-focused new investors, global existing backers`. */
const GROUP = new RegExp(
  String.raw`(?:^|[,;+]\s*)(?:\p{Ll}[\p{L}-]*\s+)+${PERSONS}(?:\s+and\s+(?:\p{Ll}[\p{L}-]*\s+)*${PERSONS})?\.?(?=\s*[,;+]|$)`,
  "gu",
);
/** Some lists have no capitals at all, so that other first words may be those of a name. */
const HAS_NAMES =
  /\p{Lu}|^(?:global|regional|local|international|national|strategic|industry|leading|prominent|notable)\b/u;
/** A part that begins so describes the name before it: `Solenne, a Dutch fund`. */
const DESCRIPTION = /^(?:an? \p{L}|the (?:\p{Ll}|\p{L}+ (?:fund|firm|investor|company|group|bank)s?$))/u;
/** Such a remark in brackets is about the investment. */
const REMARK =
  /\s*[(（](?:(?:co-?)?lead(?:ers?| investors?)?|led|chef de file|acquirer|acqu[ée]reur|buyer|lender|anchor|partner|debt|equity|strategic|existing|returning|new|follow-on|https?:\/\/\S*|领投(?:方)?|跟投(?:方)?|領投|リード|主幹事|리드|주도|[^()]*\b(?:press|historical|verify)\b[^()]*)(?:[,;][^()]*)?[)）]/gi;
/** A list may say whom it names: `existing investors including Hollin`. */
const SUCH_AS =
  /(?:^|[,;]\s*|\s+)(?:and )?(?:[Ee]xisting|[Nn]ew|[Oo]ther|[Pp]revious|[Cc]urrent) [Ii]nvestors?(?:,? including|,? such as|:)?\s+(?=\p{Lu})/gu;
/** A list may say whose money a company has, with a remark: `Hollin-backed (corporate lineage)`. */
const BACKED = /(?<=\p{L})-backed(?:\s*\([^()]*\))?(?=\s*(?:$|[;,]))/gu;
/** A database puts the person or the part of a firm directly behind its name: `Hollin Capital(Ines Calloway)`. */
export const GLUED = /(?<=[a-z.])\((?=\p{Lu})[^()]*\)/gu;
/** Lists that are cut short count the others: `Hollin[+4]`. */
const MORE = /\s*[([]\+\s*\d+(?: more| others)?[)\]]/gi;
/** An article goes on like this after the last name. */
const NEXT_SENTENCE = /(?<=\p{L}{2})\.\s+(?:The|This|It|Its|Proceeds|Funds|Funding)\s.*$/u;
/** A sentence ends so; abbreviations are shorter. */
const FULL_STOP = /(\bVCs?|\b(?!assoc\b|corp\b|bros\b|univ\b|inst\b|dept\b)\p{L}{4,})\.$/iu;
/** Some cells tell where the investors are named. */
const HINT = /^(?:[Uu]n ?disclosed in|[Ss]ee) \p{Ll}/u;
const NOBODY =
  /^(?:(?:an?|\d+|group|network|consortium|syndicate|of|few|some|several|various|many|multiple|other|existing|un ?disclosed|not|non|disclosed|unnamed|unknown|unspecified|unidentified|private|individual|anonymous|current|new|early|all|previous|prior|hni|high[- ]?net[- ]?worth)\s+)*(?:others?|new|existing|various|multiple|several|undisclosed|unknown|unnamed|unspecified|anonymous|(?:angels?|private|individual|foreign|institutional|strategic|seed|existing|undisclosed)?\s*(?:investors?|angels|hnis?|individuals?|backers|shareholders|investisseurs|investoren|inversores|investidores(?:[ -]anjos?)?)|investisseurs privés|business angels|angel (?:group|network)|investitori|(?:bestehende|bisherige|weitere|private) (?:gesellschafter|investoren|geldgeber)|(?:altgesellschafter|bestandsinvestoren)|(?:actionnaires|investisseurs) (?:existants|historiques))(?: (?:on|via|su|sur|auf) \S+| (?:via|through) .*| \(no [^()]*\))?\.?$/i;

/** This matches the same in languages without capitals or with other scripts. */
const NOBODY_ELSEWHERE =
  /^(?:investoren(?:gruppe|kreis) (?:aus|von) .*|inwestorzy(?: indywidualni| prywatni)?|inwestor prywatny|aniołowie biznesu|anioł biznesu|privata investerare|affärsänglar|private investorer|yksityissijoittajat|enkelisijoittajat|soukromí investoři|investitori privați|bireysel yatırımcılar|melek yatırımcılar|частные инвесторы|бизнес-ангелы?|приватні інвестори|个人投资者|投资方未知|投资方未透露|個人投資家|개인투자자|엔젤투자자|investor individu)$/i;

/** Founders are no investors, also where a column of those has them. */
const FOUNDERS = /^founders?:/i;

const UNNAMED = new RegExp(String.raw`^(?:(?:an?|group of|some|few)\s+)*(?:un ?disclosed|unnamed)\s.*${PEOPLE}$`, "i");

/** Lists mark the lead so: `*Hollin, Ardholt`. */
const MARK = /\*+(?=\p{L})|(?<=\p{L})\*+/gu;

/**
 * Returns the names in a cell, in its order: separated by commas, semicolons, bars or a plus sign, and before the last
 * name of a list with commas, after the name of a firm or between two full names, by "and". Returns none for a cell that names nobody (`Undisclosed investors`, `N/A`).
 */
export const splitInvestors: (text: string) => readonly string[] = memoize((text) => {
  if (FOUNDERS.test(text)) return [];
  const named = text
    .replace(MARK, "")
    .replace(SUCH_AS, ", ")
    .replace(REMARK, "")
    .replace(BACKED, "")
    .replace(GLUED, "")
    .replace(NEXT_SENTENCE, "")
    .replace(MORE, "")
    .replace(EMPLOYEES, "")
    .replace(HAS_NAMES.test(text) ? GROUP : "", "")
    .replace(AND_OTHERS, "")
    .replace(CHINESE_ETC, "、")
    .replace(CHINESE_AND, "、");
  const parts = joinEndings(named.split(SEPARATOR).filter((part) => part !== ""));
  const all = STRICT_SEPARATOR.test(named)
    ? parts
    : parts.flatMap((part, index) => splitTwo(part, index > 0 && index === parts.length - 1));
  return all
    .map((name) => name.replace(JOINT, "").replace(AND_OTHERS, "").replace(FULL_STOP, "$1").trim())
    .filter((name, index, names) => isInvestor(name) && !isSeat(name, names[index - 1]));
});

const JOINING_WORD = /^(?:and|et|und|y|e|i|och|og|ja|ve|the|by|\d+)$/;

/** Returns the words of a cell that are in none of its names, and join none of them; empty where all are. */
export const wordsBesideNames: (text: string) => string = memoize((text) => {
  const names = splitInvestors(text);
  if (names.join(", ") === text) return "";
  const named = new Set(names.flatMap((name) => normalName(name).split(" ")));
  const isLeft = (word: string) => /^[a-z\d]{2,}$/.test(word) && !named.has(word) && !JOINING_WORD.test(word);
  return normalName(text).split(" ").filter(isLeft).join(" ");
});

/** Joins the parts of a list that are only the legal form of the part before them, or another ending of a name. */
export function joinEndings(parts: readonly string[], ending = LEGAL_FORM): string[] {
  return parts.reduce<string[]>((names, part) => {
    const before = names.at(-1);
    if (before !== undefined && ending.test(part)) names[names.length - 1] = `${before}, ${part}`;
    else names.push(part);
    return names;
  }, []);
}

/** The last part of a list may be two names; only names with capitals on both sides of the word are. */
function splitTwo(part: string, isLast: boolean): string[] {
  const text = FIRM.test(part.replace(/\.$/, "")) ? part.replace(/\.$/, "") : part;
  const joint = [...text.matchAll(LAST_JOINT)].at(-1);
  if (joint === undefined || JOINT.test(text)) return [text];
  const [before, after] = [text.slice(0, joint.index), text.slice(joint.index + joint[0].length)];
  if (NOBODY.test(before)) return [after];
  if (AN_INVESTOR.test(after)) return [before];
  // Some lists have no capitals at all.
  const isName = /\p{Lu}/u.test(text) ? isCapitalized : () => true;
  const isOne = FIRM_ENDS.test(after) || before === after || !isName(before) || !isName(after.replace(ARTICLE, ""));
  // A short name in brackets ends a name: `Andersen Holt (a12t) and the Veld Fund`.
  const areTwo = isLast || FIRM.test(before) || before.endsWith(")") || (isFullName(before) && isFullName(after));
  return isOne || !areTwo ? [text] : [before, after];
}

/** Tells whether the name has two words that are rare in names of firms: `Ines Calloway`. */
function isFullName(name: string): boolean {
  return FULL_NAME.test(name) && name.split(" ").every((word) => wordWeight(word.toLowerCase()) === 1);
}

const ARTICLE = /^the (?=\p{Lu})/u;
/** Such words do not name the last investor of a list: `Hollin and a Korean growth fund`. */
const AN_INVESTOR = /^an? \p{L}/u;

/** Some lists put the country behind a name: `Hollin Co., Japan`. */
function isSeat(name: string, before = ""): boolean {
  return LEGAL_END.test(before) && readCountry(name) !== undefined;
}

function isCapitalized(name: string): boolean {
  return /^[^\p{L}\p{N}]*[\p{Lu}\p{Lo}\p{N}]/u.test(name);
}

function isInvestor(name: string): boolean {
  return (
    /\p{L}|\d{3}/u.test(name) &&
    !isMissing(name) &&
    !NOBODY.test(name) &&
    !NOBODY_ELSEWHERE.test(name) &&
    !UNNAMED.test(name) &&
    !HINT.test(name) &&
    !DESCRIPTION.test(name)
  );
}
