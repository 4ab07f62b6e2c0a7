/** Finds the former name that a search meant. */

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

interface Named {
  readonly name: string | null;
  readonly formerNames?: readonly string[] | undefined;
}

/** Returns the former name with a typed word that the current name lacks; undefined where there is none. */
export function matchedFormerName({ name, formerNames = [] }: Named, typed: string): string | undefined {
  const current = fold(name ?? "");
  const missing = fold(typed)
    .split(/\s+/)
    .filter((word) => word !== "" && !current.includes(word));
  return formerNames.find((former) => missing.some((word) => fold(former).includes(word)));
}
