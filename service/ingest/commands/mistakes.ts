/** Tells mistakes of a caller, which are found before any row is read, from failures. */
import { UsageError } from "@/service/program-options";
import { ImportError } from "../imports/imports";
import { InputError } from "../read/input";
import { MapError } from "../read/map";
import { ColumnError } from "../read/map-row";

const MISTAKES = [UsageError, MapError, InputError, ColumnError, ImportError];

/** Returns true for an error in the arguments, the map or the file. */
export function isMistake(error: unknown): boolean {
  return MISTAKES.some((mistake) => error instanceof mistake);
}
