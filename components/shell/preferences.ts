/** A person's preferences about the look of the page. Stored in cookies, so that the server's first paint is right. */

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const DENSITIES = ["compact", "comfortable"] as const;
export type Density = (typeof DENSITIES)[number];

/** Letters as keys can be switched off (WCAG 2.1.4: speech input would press them). */
export const LETTER_KEYS = ["on", "off"] as const;
export type LetterKeys = (typeof LETTER_KEYS)[number];

/** The charts between the result line and the rows of a feed, which are fetched after the rows have been painted. */
export const CHART_STRIPS = ["open", "folded"] as const;
export type ChartStrip = (typeof CHART_STRIPS)[number];

export interface Preferences {
  readonly theme: Theme;
  readonly density: Density;
  readonly keys: LetterKeys;
  readonly charts: ChartStrip;
}

/** The preferences that the cookies hold; whatever they do not name is the first of its list. */
export function readPreferences(cookie: (name: string) => string | undefined): Preferences {
  return {
    theme: oneOf(THEMES, cookie("theme")),
    density: oneOf(DENSITIES, cookie("density")),
    keys: oneOf(LETTER_KEYS, cookie("keys")),
    charts: oneOf(CHART_STRIPS, cookie("charts")),
  };
}

function oneOf<const T extends string>(list: readonly [T, ...T[]], value: string | undefined): T {
  return list.find((item) => item === value) ?? list[0];
}

export const YEAR_S = 365 * 24 * 60 * 60;

/** The cookie of a choice; the default is saved by removing it. */
export function preferenceCookie(name: keyof Preferences, value: string, isDefault: boolean): string {
  return `${name}=${isDefault ? "" : value}; Path=/; Max-Age=${isDefault ? 0 : YEAR_S}; SameSite=Lax`;
}
