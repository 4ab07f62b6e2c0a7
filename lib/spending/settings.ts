/** A person's settings about spending, for all pages of this browser. In cookies, so that the first paint is right. */

export interface SpendingSettings {
  /** All spending is off: what is owned is shown, and nothing is bought. */
  readonly ownedOnly: boolean;
  /** A changed filter buys its first page once it has rested; else a button does. */
  readonly autoLoad: boolean;
  /** Where rows are free: a changed filter buys its first rows once it has rested. */
  readonly autoShow: boolean;
}

type Name = keyof SpendingSettings;

/** The name of each cookie, its value for "on", and the default. */
const COOKIES: Readonly<Record<Name, { readonly cookie: string; readonly without: boolean }>> = {
  ownedOnly: { cookie: "owned-only", without: false },
  autoLoad: { cookie: "auto-load", without: true },
  autoShow: { cookie: "auto-show", without: false },
};

export function readSpending(cookie: (name: string) => string | undefined): SpendingSettings {
  return {
    ownedOnly: read("ownedOnly", cookie),
    autoLoad: read("autoLoad", cookie),
    autoShow: read("autoShow", cookie),
  };
}

function read(name: Name, given: (cookie: string) => string | undefined): boolean {
  const { cookie, without } = COOKIES[name];
  const value = given(cookie);
  return value === "on" ? true : value === "off" ? false : without;
}

const YEAR_S = 365 * 24 * 60 * 60;

/** The cookie of a setting; the default is saved by removing it. */
export function serializeSpendingCookie(name: Name, on: boolean): string {
  const { cookie, without } = COOKIES[name];
  const value = on === without ? "" : on ? "on" : "off";
  return `${cookie}=${value}; Path=/; Max-Age=${value === "" ? 0 : YEAR_S}; SameSite=Lax`;
}

/** The value of a cookie in the text in which a document has them all. */
export function cookieIn(text: string, name: string): string | undefined {
  const pair = text.split("; ").find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/** Below so many credits a changed filter does not buy by itself. */
export const AUTO_LOAD_FROM = 200;

/** Whether a changed filter buys by itself; `balance` null: not known yet. @param explores rows are free */
export function loadsByItself(
  { ownedOnly, autoLoad, autoShow }: SpendingSettings,
  balance: number | null,
  explores: boolean,
): boolean {
  return (explores ? autoShow : autoLoad) && !ownedOnly && (balance === null || balance >= AUTO_LOAD_FROM);
}
