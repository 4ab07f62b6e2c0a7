/** Reads templates of a map: texts with columns in braces, such as `cik:{CIK}`. */

/** A placeholder takes the text of its column, or only the digits of it. */
export interface Placeholder {
  readonly column: string;
  readonly digits: boolean;
}

/** Texts and placeholders take turns. */
type TemplatePart = string | Placeholder;

const PLACEHOLDER = /\{([^{}]+?)(:digits)?\}/g;

/** Returns whether a text has at least one placeholder, and no other braces. */
export function isTemplate(text: string): boolean {
  return getPlaceholders(text).length > 0 && !/[{}]/.test(text.replace(PLACEHOLDER, ""));
}

export function getPlaceholders(template: string): Placeholder[] {
  return parseTemplate(template).filter((part) => typeof part !== "string");
}

/** Returns the parts of a template in their order. */
export function parseTemplate(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of template.matchAll(PLACEHOLDER)) {
    if (match.index > end) parts.push(template.slice(end, match.index));
    parts.push({ column: (match[1] ?? "").trim(), digits: match[2] !== undefined });
    end = match.index + match[0].length;
  }
  if (end < template.length) parts.push(template.slice(end));
  return parts;
}
