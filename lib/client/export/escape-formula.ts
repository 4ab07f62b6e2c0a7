/** Keeps a spreadsheet from calculating texts that it is given. */

const FORMULA = /(^|[;\t\r\n])(\s*)(?=[=+\-@＝＋－＠])/g;
/** These characters make a spreadsheet drop the quotes around a cell. */
const CONTROL = /^[\t\r\n]/;

/** Puts an apostrophe before what would be calculated; everything else stays as it is. Numbers are never passed here. */
export function escapeFormula(text: string): string {
  const marked = text.replace(FORMULA, (_, before: string, space: string) => `${before}${space}'`);
  return CONTROL.test(marked) ? `'${marked}` : marked;
}
