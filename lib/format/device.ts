/**
 * Describes a session's device from its user agent. The result is unverified, because the browser can send anything.
 */

/** The first match counts, because most browsers also name their predecessors. */
const BROWSERS: readonly (readonly [word: string, pattern: RegExp])[] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
];

const SYSTEMS: readonly (readonly [word: string, pattern: RegExp])[] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["macOS", /\bMac OS X\b|\bMacintosh\b/],
  ["Linux", /\bLinux\b|\bX11\b/],
];

/** This matches a program that is not a browser, such as `curl/8.5.0`. */
const PROGRAM = /^([A-Za-z][\w.-]{0,39})(?:\/|$)/;

/** The result looks like `Firefox on Linux`, `curl` or `Unknown device`. */
export function describeDevice(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === "") return "Unknown device";
  const of = (words: typeof BROWSERS) => words.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const [browser, system] = [of(BROWSERS), of(SYSTEMS)];
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  if (system !== undefined) return `A browser on ${system}`;
  const program = PROGRAM.exec(userAgent)?.[1];
  return program === undefined || program === "Mozilla" ? "Unknown device" : program;
}
