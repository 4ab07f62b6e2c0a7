import type { ListName } from "@dealflow/contract/filters";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import { useQuery } from "@tanstack/react-query";
import { isLong } from "@/components/filters/lists/value-lists";
import { type ListedValue, listQuery } from "@/lib/queries/lists";

const UNKNOWN_VALUE: ListedValue = { value: UNKNOWN, title: "Not on file" };

const select = (values: readonly ListedValue[]) => [...values.filter(({ parent }) => !parent), UNKNOWN_VALUE];

/**
 * Fetches the values of a list that is too long for the page when they are needed, and again after a failure. The
 * result is undefined until they are there, and for other lists.
 */
export function useLongList(name: ListName | undefined, wanted: boolean) {
  const long = name !== undefined && isLong(name) ? name : undefined;
  const enabled = wanted && long !== undefined;
  const { data, isError } = useQuery({ ...listQuery(long ?? "countries"), select, enabled });
  return { values: long && data, failed: isError };
}
