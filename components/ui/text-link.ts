/**
 * These classes style a link or a button within a text. They are apart from `Link`, which the page of a failed layout
 * does not import.
 */
export const TEXT_LINK = "focus-ring cursor-pointer rounded-1 text-accent-text hover:underline";
