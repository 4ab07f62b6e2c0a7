import type { ReferenceEndpoint, ReferenceParameter } from "@/lib/describe/reference";
import type { FormEndpoint, FormField } from "./draft";

export function createForm({ type }: Pick<ReferenceParameter, "type">): FormField["form"] {
  if (type === "array of object") return "companies";
  return type.startsWith("array") ? "list" : "text";
}

export function formEndpoint({ method, path, parameters, body }: ReferenceEndpoint): FormEndpoint {
  return { method, path, fields: (body ?? parameters).map(({ name, type }) => ({ name, form: createForm({ type }) })) };
}

/** Returns true for a list that is counted instead of spelled out. */
export function isLong({ values }: { readonly values: readonly string[] }): boolean {
  return values.length === 0;
}
