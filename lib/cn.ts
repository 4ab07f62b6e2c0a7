import { type ClassValue, clsx } from "clsx";
import { createTailwindMerge } from "tailwind-merge";

/** Accepts any rest of a class name after its utility: `h-7`, `max-tablet:px-4`, `-m-1`. */
const any = [() => true];
const colour = [(value: string) => !/^\d+$/.test(value) && !/^\[[\d.]/.test(value) && !OTHERS.has(value)];
/** After `text-` these are no colours: they align a text, or say where it is cut or broken. */
const OTHERS = new Set([
  "left",
  "right",
  "center",
  "start",
  "end",
  "ellipsis",
  "clip",
  "wrap",
  "nowrap",
  "balance",
  "pretty",
]);

/**
 * Lists the utilities that a caller's `className` overrides in a primitive. The library's own table knows all of
 * Tailwind, which is 6 kB more of every first load, and takes our sizes (`text-12`) for colours.
 */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  separator: ":",
  theme: {},
  classGroups: {
    display: ["flex", "grid", "block", "inline", "hidden", "inline-flex", "inline-block", "inline-grid"],
    size: [{ size: any }],
    w: [{ w: any }],
    h: [{ h: any }],
    "min-h": [{ "min-h": any }],
    "max-w": [{ "max-w": any }],
    p: [{ p: any }],
    px: [{ px: any }],
    py: [{ py: any }],
    pl: [{ pl: any }],
    pr: [{ pr: any }],
    m: [{ m: any }],
    mx: [{ mx: any }],
    gap: [{ gap: any }],
    "gap-x": [{ "gap-x": any }],
    "gap-y": [{ "gap-y": any }],
    justify: [{ justify: any }],
    bg: [{ bg: any }],
    rounded: [{ rounded: any }],
    weight: [{ font: ["regular", "medium", "semibold"] }],
    "text-size": [{ text: [(value: string) => /^\d+$/.test(value) || /^\[[\d.]/.test(value)] }],
    "text-colour": [{ text: colour }],
  },
  conflictingClassGroups: { size: ["w", "h"], p: ["px", "py", "pl", "pr"], px: ["pl", "pr"], m: ["mx"] },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: [],
}));

/** Joins class names; of two that set the same, the later one counts. */
export function cn(...inputs: ClassValue[]): string {
  return merge(clsx(inputs));
}
