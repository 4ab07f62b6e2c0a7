/** Recognizes values that look like lists of several, although they were read as one. */
import { AND_OTHERS, joinLegalForms } from "./investors";

/** Most values have none of these, and are looked at no further. */
const MAY_SEPARATE = /[,;|•+/&、，；]|\s(?:and|et|und|y)\s/i;
/** Signs that separate values, as a map writes them. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\s*[;；]\s*/, ";"],
  [/\s*[|•]\s*/, "[|•]"],
  [/\s*[、，]\s*|,\s+/, "[,、，]"],
  [/\s+\+\s+/, " \\+ "],
  [/\s+\/\s+/, " / "],
];
const JOINT = /\s+(?:&|and|et|und|y)\s+/i;

export interface UnsplitList {
  /** The regular expression that splits it, for a map. */
  readonly split: string;
  /** The value is a list only if these two also occur alone; null where a sign says that it is one. */
  readonly halves: readonly [string, string] | null;
}

/** Returns undefined for a value that looks like one. A comma before a legal form belongs to the name. */
export function unsplitList(value: string): UnsplitList | undefined {
  if (!MAY_SEPARATE.test(value)) return undefined;
  for (const [sign, split] of SIGNS)
    if (joinLegalForms(value.split(sign).filter((part) => part !== "")).length > 1) return { split, halves: null };
  if (AND_OTHERS.test(value)) return { split: "\\s+(?:&|and|et|und)\\s+", halves: null };
  const [one, other, ...more] = value.split(JOINT);
  if (one === undefined || other === undefined || more.length > 0) return undefined;
  return { split: "\\s+(?:&|and|et|und)\\s+", halves: [one, other] };
}
