/** Takes parts of an event, such as its amount, from another state of it. */

export const AMOUNT_FACTS = ["amountUsdCents", "amountOriginalCurrency", "amountOriginalCents"] as const;
export const ANNOUNCED_FACTS = ["announcedAt", "announcedPrecision"] as const;

/** Returns the facts with those of the parts taken from others. @param factsOf the facts of each part */
export function replaceFacts<Facts extends object>(
  into: Facts,
  from: Facts,
  parts: ReadonlySet<string>,
  factsOf: Readonly<Record<string, readonly (keyof Facts)[]>>,
): Facts {
  const names = [...parts].flatMap((part) => factsOf[part] ?? []);
  return { ...into, ...Object.fromEntries(names.map((name) => [name, from[name]])) };
}
