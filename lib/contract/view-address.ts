/** The address of the page that a purchase was for, as the ledger has it. */

/** Maximum length. */
export const VIEW_LENGTH = 500;

/** Whether a link to it stays on the dashboard: a path in printable ASCII, since browsers drop other characters. */
export function isViewAddress(text: string): boolean {
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text);
}
