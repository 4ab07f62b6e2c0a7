/** Knows the names of months, long and short, in the languages that sources write in. */
import { memoize } from "./memoize";
import { foldWords } from "./text";

const LANGUAGES = "en fr de es it pt nl pl sv da nb fi cs hu ro tr ru uk id".split(" ");
/** People shorten these in ways that the platform does not. */
const SHORT_FORMS = { sept: 9, mrz: 3, maerz: 3, jaenner: 1, janner: 1, juil: 7, fevr: 2, fev: 2, setiembre: 9 };

let names: ReadonlyMap<string, number> | undefined;

function monthNames(): ReadonlyMap<string, number> {
  const entries = LANGUAGES.flatMap((language) =>
    (["long", "short"] as const).flatMap((month) =>
      // A month next to a day has another form than one alone in some languages.
      [{ month }, { month, day: "numeric" } as const].flatMap((options) => {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
        return Array.from({ length: 12 }, (_, index) => {
          const parts = format.formatToParts(Date.UTC(2000, index, 1));
          return [foldWords(parts.find(({ type }) => type === "month")?.value ?? ""), index + 1] as const;
        });
      }),
    ),
  );
  return new Map([...Object.entries(SHORT_FORMS), ...entries.reverse()]);
}

/** Returns 1 to 12 for the name of a month, or for its first letters in English; undefined for any other text. */
export const readMonthName: (text: string) => number | undefined = memoize((text) => {
  names ??= monthNames();
  const folded = foldWords(text);
  return names.get(folded) ?? (folded.length >= 3 ? englishStart(folded) : undefined);
});

function englishStart(folded: string): number | undefined {
  for (const [name, month] of names ?? []) if (name.startsWith(folded)) return month;
  return undefined;
}
