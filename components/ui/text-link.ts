/** What a link, or a button, looks like within a text. Apart from `Link`, which the page of a failed layout does without. */
export const TEXT_LINK = "focus-ring cursor-pointer rounded-1 text-accent-text hover:underline";
