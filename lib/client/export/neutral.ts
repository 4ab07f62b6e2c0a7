/** Prevents a spreadsheet from interpreting a record's text as a formula. */

/**
 * Where a formula could begin: at the start of the text, and behind a character at which a spreadsheet of another
 * locale splits the line. Also the full-width forms, which some spreadsheets read as the plain ones.
 */
const FORMULA = /(^|[;\t\r\n])(\s*)(?=[=+\-@＝＋－＠])/g;
/** What makes a spreadsheet drop the quotes around a cell. */
const CONTROL = /^[\t\r\n]/;

/** Puts an apostrophe before what would be calculated; everything else stays as it is. Numbers are never passed here. */
export function escapeFormula(text: string): string {
  const marked = text.replace(FORMULA, (_, before: string, space: string) => `${before}${space}'`);
  return CONTROL.test(marked) ? `'${marked}` : marked;
}
