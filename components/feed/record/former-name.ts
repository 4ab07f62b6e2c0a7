import { foldText } from "@dealflow/contract/query/fold-text";

interface Named {
  readonly name: string | null;
  readonly formerNames?: readonly string[] | undefined;
}

/** Returns the former name with a typed word that the current name lacks; undefined where there is none. */
export function matchedFormerName({ name, formerNames = [] }: Named, typed: string): string | undefined {
  const current = foldText(name ?? "");
  const missing = foldText(typed)
    .split(/\s+/)
    .filter((word) => word !== "" && !current.includes(word));
  return formerNames.find((former) => missing.some((word) => foldText(former).includes(word)));
}
