/** Splits a row about the move of several people into the move of each. */
import type { ExecMoveStatement, Statement } from "../../statement";
import { readPeople } from "../../values/people";
import { normalName } from "../../values/text";
import { bounded } from "../keys";

export function splitMoves(statement: Statement): readonly Statement[] {
  if (statement.kind !== "exec_move") return [statement];
  const { key, person } = statement;
  const [name, ...others] = readPeople(person.name);
  // A key or profile is that of one person.
  const isOne = person.key !== null || person.socialUrl !== null || person.socialHandle !== null;
  if (name === person.name || (isOne && others.length > 0)) return [statement];
  const move = (one: string, ownKey: string | null): ExecMoveStatement => ({
    ...statement,
    key: ownKey,
    person: { ...person, name: one },
  });
  // The first one keeps the key of the row, which the source may have stated of one person before.
  return [move(name, key), ...others.map((one) => move(one, key && bounded(`${key}#${normalName(one)}`)))];
}
