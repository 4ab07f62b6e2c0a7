/** Reads the values that an operator states of an event, and completes them to a report of the whole event. */
import { CORRECTABLE_FIELDS, type CorrectableKind } from "@dealflow/contract/account/imports/corrections";
import { type RowFormats, tryRow } from "../check-row";
import { CHANGE_FORMATS, ImportError } from "../imports/imports";
import { RowError } from "../row-error";
import type { RawRow } from "../statement";
import type { FoundRecord } from "../withdraw/find-record";
import { kindName, type RecordKind } from "../write/import-records";
import { presentValues } from "./present-values";

/** A report needs these facts of an event, also when others are corrected. */
const IDENTIFIES = /^(?:announcedAt|moveType|person\.name|(?:company|target|acquirer)\.(?:name|domain))$/;

/**
 * Returns a report of the corrected values and of the other facts that identify the event, with the parts that are corrected. Throws
 * `ImportError` for a record that is no event, for fields that its kind does not have, and for values that cannot be read.
 */
export function readCorrection(
  found: FoundRecord,
  values: ReadonlyMap<string, string>,
  formats: Pick<RowFormats, "rates" | "now">,
) {
  const { kind, id } = found;
  if (!isCorrectable(kind))
    throw new ImportError(
      `Only rounds, acquisitions and moves can be corrected, and this is a ${kindName(kind)}; withdraw it if it is wrong.`,
    );
  const allowed: readonly string[] = CORRECTABLE_FIELDS[kind];
  if (values.size === 0) throw new ImportError(`Nothing is corrected; the fields are ${allowed.join(", ")}.`);
  for (const field of values.keys())
    if (!allowed.includes(field))
      throw new ImportError(`A ${kindName(kind)} has no field "${field}" to correct; it has ${allowed.join(", ")}.`);
  const parts = new Set([...values.keys()].flatMap(listParts));
  const kept = Object.entries(presentValues(found)).filter(
    ([field, text]) => IDENTIFIES.test(field) && text !== "" && !listParts(field).some((part) => parts.has(part)),
  );
  const { investors, ...stated } = Object.fromEntries([...values].filter(([, value]) => value.trim() !== ""));
  const raw: RawRow = {
    kind,
    key: id,
    texts: new Map([...kept, ...Object.entries(stated)]),
    lists: new Map(investors === undefined ? [] : [["investors", [investors]]]),
    investors: [],
    sources: [],
  };
  const checked = tryRow(raw, { ...CHANGE_FORMATS, ...formats, strict: true });
  if (checked instanceof RowError) throw new ImportError(checked.message);
  return { raw, statement: checked.statement, parts: [...parts] };
}

function isCorrectable(kind: RecordKind): kind is CorrectableKind {
  return Object.hasOwn(CORRECTABLE_FIELDS, kind);
}

/** The seniority of a move follows from its role. */
function listParts(field: string): string[] {
  const [part = field] = field.split(".");
  return part === "role" ? ["role", "roleSeniority"] : [part];
}
