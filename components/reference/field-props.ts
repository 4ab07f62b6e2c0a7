import type { ListName } from "@dealflow/contract/filters";

export interface FieldProps {
  name: string;
  /** Id of the element that names it. */
  labelId: string;
  type: "text" | "number" | "choice" | "list";
  /** What may be chosen, where it is few; empty otherwise. */
  values: readonly string[];
  /** Where the many come from. */
  list: ListName | undefined;
  /** What is taken when it is left empty. */
  standard: string | undefined;
}
