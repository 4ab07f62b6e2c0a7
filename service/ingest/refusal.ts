/** Why a row is not taken: one sentence that names the field, its value and what is allowed. */
export class RowRefusal extends Error {
  override readonly name = "RowRefusal";
}

const LONGEST_SHOWN = 60;

/** A value as a sentence shows it. */
export function shown(value: string): string {
  const short = value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value;
  return JSON.stringify(short);
}
