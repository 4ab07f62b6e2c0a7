/**
 * How much a browser has stored for a foreign host, in a cookie: the server reserves space for it in the first paint,
 * so that nothing shifts once the browser has read its storage.
 */
const NAME = "dealflow.saved";
const YEAR_S = 365 * 24 * 60 * 60;

export const SAVED_COOKIE = NAME;

export function savedCookie(account: string, views: number, companies: number): string {
  return `${NAME}=${account}.${views}.${companies}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
}

/** A cookie of another key is ignored. */
export function readSavedCookie(text: string | undefined, account: string): { views: number; companies: number } {
  const [whose, views, companies] = (text ?? "").split(".");
  const whole = (part: string | undefined) => (/^\d{1,4}$/.test(part ?? "") ? Number(part) : 0);
  return whose === account ? { views: whole(views), companies: whole(companies) } : { views: 0, companies: 0 };
}
