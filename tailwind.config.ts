/** Names for the values of app/tokens.css, and nothing else: every value stands there, once. */
import type { Config } from "tailwindcss";

/** Maps each of the names, which spaces separate, to its value. */
function tokens(names: string): Record<string, string> {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, `var(--${name})`]),
  );
}

function type(size: number): [string, { lineHeight: string }] {
  return [`var(--size-${size})`, { lineHeight: `var(--lead-${size})` }];
}

export default {
  content: ["./app/**/*.{ts,tsx}", "./components/**/*.{ts,tsx}"],
  theme: {
    extend: {
      colors: tokens(`
        surface surface-side surface-well surface-pop surface-hover surface-selected surface-invert scrim
        line line-strong line-control line-button text-1 text-2 text-3 text-invert text-disabled accent
        accent-hover accent-text accent-on accent-soft accent-line focus ok-text ok-mark warn-text warn-mark
        warn-soft warn-line bad-text bad-mark bad-soft bad-line chart-grid chart-axis chart-hatch
      `),
      fontFamily: { sans: "var(--font-sans)", mono: "var(--font-mono)" },
      fontSize: { 11: type(11), 12: type(12), 13: type(13), 15: type(15), 20: type(20), 28: type(28) },
      fontWeight: {
        regular: "var(--weight-regular)",
        medium: "var(--weight-medium)",
        semibold: "var(--weight-semibold)",
      },
      letterSpacing: { tight: "var(--track-tight)", tighter: "var(--track-tighter)" },
      spacing: tokens(`
        row-compact row-comfortable row-head row-facet row-nav row-menu row-touch control control-lg chip
        bar-top bar-chips bar-result bar-foot brake sidebar panel sheet sheet-wide dialog measure gutter
        gutter-page
      `),
      borderRadius: {
        1: "var(--radius-1)",
        2: "var(--radius-2)",
        3: "var(--radius-3)",
        4: "var(--radius-4)",
        full: "var(--radius-full)",
      },
      boxShadow: { pop: "var(--shadow-pop)", sheet: "var(--shadow-sheet)" },
      zIndex: {
        head: "var(--z-head)",
        sheet: "var(--z-sheet)",
        drawer: "var(--z-drawer)",
        popover: "var(--z-popover)",
      },
      transitionDuration: { quick: "var(--dur-quick)", panel: "var(--dur-panel)" },
      transitionTimingFunction: { out: "var(--ease-out)" },
      screens: { tablet: "768px", panel: "1100px", wide: "1440px", sheet: "1600px", full: "1920px" },
    },
  },
} satisfies Config;
