/** Recognizes what sources write in a cell for which they know nothing. */

import { wordSet } from "./text";

/** These mean in any field that nothing is stated, in names too. All spellings are listed, since every cell is looked up. */
const NEVER_A_VALUE: ReadonlySet<string> = new Set(
  "#|n/a|#n/a|n.a.|n.a|nan|null|undefined|(null)|(blank)|(empty)|-|--|---|–|—|.|?|??|*|/|#ref!|#value!|#name?|#null!|#div/0!|nil|待查|no acquirer|no buyer|<na>|\\n"
    .split("|")
    .flatMap((text) => [text, text.toUpperCase(), `${text.charAt(0).toUpperCase()}${text.slice(1)}`])
    .concat("NaN", "N/a", "No Acquirer", "No Buyer"),
);

/** These mean the same in fields with a list of values, and in amounts. */
const NO_VALUE = wordSet(
  `
na|none|unknown|not known|tbd|tba|tbc|to be announced|undisclosed|un disclosed|not disclosed|non disclosed|
undisclosed amount|amount undisclosed|not available|not applicable|not specified|unspecified|not stated|
not provided|no data|missing|empty|blank|uncategorized|uncategorised|unclassified|unsorted|confidential|
private information|withheld|unavailable|unbekannt|nicht bekannt|keine angabe|keine angaben|k.a.|k. a.|k a|ka|o.a.|
nicht veröffentlicht|nicht offengelegt|vertraulich|non communiqué|non communique|non divulgué|non divulgue|inconnu|
nc|n.c.|n/c|non disponible|non renseigné|non renseigne|non précisé|confidentiel|desconocido|no disponible|
no divulgado|no revelado|no desvelado|no desvelada|sin datos|sin definir|sin especificar|no especificado|non défini|nicht definiert|
nicht angegeben|s/d|n/d|nd|n.d.|non divulgato|non divulgati|non rivelato|sconosciuto|não divulgado|nao divulgado|
não informado|nao informado|não encontrado|nao encontrado|desconhecido|onbekend|niet bekend|niet bekendgemaakt|
niet openbaar|niet openbaar gemaakt|vertrouwelijk|nie ujawniono|nieujawniono|nieujawniona|nieujawnione|brak danych|
brak|b/d|b.d.|nieznany|nieznana|ej offentligt|ej offentlig|ej offentliggjort|ej angivet|ej känt|okänt|okänd|
uppgift saknas|saknas|ikke oplyst|ikke offentliggjort|ikke offentlig|ikke oppgitt|ukendt|ukjent|fortroligt|
ei julkistettu|ei julkinen|ei ilmoitettu|ei tiedossa|tuntematon|nezveřejněno|neuvedeno|nesděleno|neznámé|
nem nyilvános|nem ismert|nincs adat|ismeretlen|nedezvăluit|nedezvăluită|nedivulgat|nespecificat|necunoscut|
confidențial|açıklanmadı|belirtilmedi|bilinmiyor|gizli|tidak diungkapkan|tidak disebutkan|tidak diketahui|
dirahasiakan|не раскрывается|не раскрыта|не раскрыто|не раскрыты|не разглашается|не указано|не указана|неизвестно|
нет данных|н/д|не розголошується|не розкривається|не розкрито|не вказано|невідомо|немає даних|未披露|未透露|未公开|未公開|未揭露|
未知|不详|不詳|暂无|保密|无|非公開|非公表|非開示|不明|なし|未定|비공개|미공개|미정|미상|없음`,
  /\s*\|\s*/,
);

/** Some say in brackets why there is nothing: `NA (public listing)`. */
const NOT_APPLICABLE = /^N\/?A \(.*\)$/;

const UNDISCLOSED =
  /^(?:undisclosed|unknown|unspecified) (?:sector|industry|category|stage|round|location|city|country|price|value)$/;

const LONGEST_OF_THEM = Math.max(...[...NEVER_A_VALUE].map((text) => text.length));

/** Tells whether a text states nothing in any field, as `N/A` and `-` do. */
export function isNeverAValue(text: string): boolean {
  return (text.length <= LONGEST_OF_THEM && NEVER_A_VALUE.has(text)) || NOT_APPLICABLE.test(text);
}

/** Tells whether a text says that a value is unknown, in the languages whose values are read. */
export function isMissing(text: string): boolean {
  const plain = text.toLowerCase().replace(/^\((.*)\)$/, "$1");
  return NEVER_A_VALUE.has(plain) || NO_VALUE.has(plain) || NOT_APPLICABLE.test(text) || UNDISCLOSED.test(plain);
}
