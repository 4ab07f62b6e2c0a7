/** Knows the legal forms that end or begin names of companies, so that `Acme, Inc.` and `Acme Corporation` are one. */
import { wordSet } from "../../values/text";

/**
 * The spellings of each form stand under a word for it. Forms that outlets and registers use for one another are one class; two names
 * that state different classes are two companies until a fact says otherwise.
 */
const SPELLINGS: Readonly<Record<string, string>> = {
  corporation: "inc|incorporated|corp|corporation|co|company|cie|compagnie",
  limited:
    "ltd|limited|co ltd|company limited|corp ltd|pte ltd|pte|private limited|pvt ltd|pvt|pty ltd|pty|proprietary limited",
  plc: "plc|public limited company",
  llc: "llc|limited liability company|ooo|obshchestvo s ogranichennoy otvetstvennost yu|obshchestvo s ogranichennoi otvetstvennostyu|tov",
  partnership: "lp|limited partnership|llp|limited liability partnership|sicav|scs|sca",
  "joint-stock":
    "jsc|joint stock company|ojsc|oao|open joint stock company|otkrytoe aktsionernoe obshchestvo|pjsc|pao|public joint stock company|cjsc|zao|closed joint stock company|ao|aktsionernoe obshchestvo|pat|prat",
  gmbh: "gmbh|mbh|gesellschaft mit beschrankter haftung|ggmbh|gesmbh",
  kg: "kg|kommanditgesellschaft|gmbh co kg|kgaa|ohg",
  ug: "ug|ug haftungsbeschrankt|unternehmergesellschaft",
  ag: "ag|aktiengesellschaft",
  se: "se|societas europaea",
  ev: "ev|eingetragener verein",
  sa: "sa|societe anonyme|sociedad anonima|sociedade anonima|sa de cv|sab de cv|sapi de cv",
  sas: "sas|sasu|societe par actions simplifiee|societe par actions simplifiee unipersonnelle",
  sarl: "sarl|eurl|societe a responsabilite limitee|sarlu",
  sci: "sci|snc|gie|scop|selarl",
  srl: "srl|srls|societa a responsabilita limitata|societatea cu raspundere limitata|sociedad de responsabilidad limitada",
  sl: "sl|slu|sociedad limitada",
  spa: "spa|societa per azioni",
  bv: "bv|bvba|besloten vennootschap|sprl",
  nv: "nv|naamloze vennootschap",
  ab: "ab|aktiebolag|publ ab|ab publ",
  as: "as|asa|aksjeselskap|aktieselskab",
  aps: "aps|anpartsselskab",
  oy: "oy|oyj|osakeyhtio",
  "sp-z-oo": "sp z oo|sp zoo|spzoo|sp z o o|spolka z ograniczona odpowiedzialnoscia",
  sro: "sro|s r o|spol s r o",
  kft: "kft|zrt|nyrt",
  doo: "doo|d o o|ood|eood|dd",
  ltda: "ltda|limitada|eireli",
  kk: "kk|kabushiki kaisha|kabushikigaisha|kabushiki gaisha|godo kaisha",
  bhd: "bhd|sdn bhd|berhad",
  tbk: "tbk|pt",
  bank: "na|national association",
};

/** These stand before the name as well. The others are words there (`AB Volvo` is known, `SE Ranking` is a name). */
const PREFIXES = wordSet(
  `
llc|limited liability company|ooo|jsc|joint stock company|ojsc|oao|open joint stock company|pjsc|pao|cjsc|zao|ao|
obshchestvo s ogranichennoy otvetstvennost yu|otkrytoe aktsionernoe obshchestvo|aktsionernoe obshchestvo|
public joint stock company|closed joint stock company|pt|srl|sas|sarl|eurl|sasu|ab|tov|pat|prat|
societatea cu raspundere limitata|societe anonyme|societe par actions simplifiee`,
  /\s*\|\s*/,
);

const CLASSES: ReadonlyMap<string, string> = new Map(
  Object.entries(SPELLINGS).flatMap(([name, spellings]) =>
    spellings.split("|").map((spelling) => [spelling, name] as const),
  ),
);
const LONGEST = Math.max(...[...CLASSES.keys()].map((spelling) => spelling.split(" ").length));

/** Cuts the legal forms off the folded words of a name, of which at least one stays. Returns also the classes of these forms. */
export function withoutForms(words: readonly string[]) {
  let [from, until] = [0, words.length];
  const forms: string[] = [];
  for (;;) {
    const atEnd = formLength(words, from, until, "end");
    const length = atEnd === 0 ? formLength(words, from, until, "start") : atEnd;
    if (length === 0) return { words: words.slice(from, until), forms };
    const form = atEnd === 0 ? words.slice(from, from + length) : words.slice(until - length, until);
    forms.push(CLASSES.get(form.join(" ")) ?? "");
    if (atEnd === 0) from += length;
    else until -= length;
  }
}

/** Returns how many words at an end of the range are one legal form; never all of them. */
function formLength(words: readonly string[], from: number, until: number, end: "start" | "end"): number {
  for (let length = Math.min(LONGEST, until - from - 1); length > 0; length--) {
    const text = (end === "end" ? words.slice(until - length, until) : words.slice(from, from + length)).join(" ");
    if (end === "end" ? CLASSES.has(text) : PREFIXES.has(text)) return length;
  }
  return 0;
}
