/** Reports why a row is rejected, with one sentence that names the field, its value and the allowed ones. */
export class RowError extends Error {
  override readonly name = "RowError";
}

const MAX_VALUE_LENGTH = 60;

export function formatValue(value: string): string {
  const short = value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value;
  return JSON.stringify(short);
}
