/** The form that follows from what is written of an endpoint. */
import type { ReferenceEndpoint, ReferenceParameter } from "@/lib/describe/reference";
import type { FormEndpoint, FormField } from "./draft";

export function formOf({ type }: Pick<ReferenceParameter, "type">): FormField["form"] {
  if (type === "array of object") return "companies";
  return type.startsWith("array") ? "list" : "text";
}

export function formEndpoint({ method, path, parameters, body }: ReferenceEndpoint): FormEndpoint {
  return { method, path, fields: (body ?? parameters).map(({ name, type }) => ({ name, form: formOf({ type }) })) };
}

/** A list that is counted instead of spelled out. */
export function isLong({ values }: { readonly values: readonly string[] }): boolean {
  return values.length === 0;
}
