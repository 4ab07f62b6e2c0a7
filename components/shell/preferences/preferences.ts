import type { FeedName } from "@dealflow/contract/feeds";

/**
 * A person's preferences about the look of the page are stored in cookies, so that the server's first paint is right.
 */

export const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

export const DENSITIES = ["compact", "comfortable"] as const;
type Density = (typeof DENSITIES)[number];

/** Letters as keys can be switched off (WCAG 2.1.4), because speech input would press them. */
export const LETTER_KEYS = ["on", "off"] as const;
type LetterKeys = (typeof LETTER_KEYS)[number];

/** The charts between the result line and the rows of a feed are fetched after the rows have been painted. */
export const CHART_STRIPS = ["open", "folded"] as const;
type ChartStrip = (typeof CHART_STRIPS)[number];

export interface Preferences {
  readonly theme: Theme;
  readonly density: Density;
  readonly keys: LetterKeys;
  readonly charts: ChartStrip;
  /** The height in px that a person gave the charts; without one it depends on the width of the window. */
  readonly chartHeight: number | undefined;
}

/** Holds the least and the largest height of the charts in px. */
export const CHART_HEIGHTS = [120, 600] as const;

/** Reads the preferences from the cookies; each one that they do not name is the first of its list. */
export function readPreferences(cookie: (name: string) => string | undefined): Preferences {
  return {
    theme: readOption(THEMES, cookie("theme")),
    density: readOption(DENSITIES, cookie("density")),
    keys: readOption(LETTER_KEYS, cookie("keys")),
    charts: readOption(CHART_STRIPS, cookie("charts")),
    chartHeight: readHeight(cookie("chartHeight")),
  };
}

function readOption<const T extends string>(list: readonly [T, ...T[]], value: string | undefined): T {
  return list.find((item) => item === value) ?? list[0];
}

function readHeight(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,4}$/.test(text) ? limitHeight(Number(text)) : undefined;
}

export function limitHeight(height: number): number {
  return Math.min(CHART_HEIGHTS[1], Math.max(CHART_HEIGHTS[0], Math.round(height)));
}

export const YEAR_S = 365 * 24 * 60 * 60;

/** Returns the cookie of a choice; the default is saved by removing it. */
export function preferenceCookie(name: keyof Preferences, value: string, isDefault: boolean): string {
  return `${name}=${isDefault ? "" : value}; Path=/; Max-Age=${isDefault ? 0 : YEAR_S}; SameSite=Lax`;
}

/** This cookie holds a feed's own columns, so that the server's first paint has them. */
export function columnCookieName(feed: FeedName): string {
  return `cols-${feed}`;
}

/** Returns the text to assign to `document.cookie`; an empty text removes the cookie. */
export function columnCookie(feed: FeedName, text: string): string {
  return `${columnCookieName(feed)}=${text}; Path=/; Max-Age=${text === "" ? 0 : YEAR_S}; SameSite=Lax`;
}
