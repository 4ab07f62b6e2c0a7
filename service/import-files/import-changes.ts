/**
 * Runs commands that change what imports stored: an undo, a withdrawal, a correction, a separation. One that takes longer than a request
 * goes on after its answer, is listed meanwhile, and stays listed with its problem when it fails then.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { ImportChange } from "@dealflow/contract/account/imports/imports";
import { RuleError } from "@/service/store/rule-error";
import { type ProgramSettings, runImportProgram } from "./program";

/** A request has less than five seconds (ms). */
const WAIT_MS = 3_500;
/** The latest changes that failed after their answer are listed. */
const MOST_FAILED = 10;

export class ImportChanges {
  #running: readonly ImportChange[] = [];
  #failed: readonly ImportChange[] = [];

  constructor(private readonly settings: ProgramSettings) {}

  list(): readonly ImportChange[] {
    return [...this.#running, ...this.#failed];
  }

  undo(importId: string): Promise<void> {
    return this.#run("undo", importId, ["undo", importId, "--json"]);
  }

  /** Withdraws the record with this id, or whose address this is. @param personId who does it */
  withdraw(record: string, reason: string, personId: string): Promise<void> {
    return this.#run("withdrawal", record, ["retract", ...recordArguments(record, { reason, personId })]);
  }

  /** Corrects the event with this id, or whose address this is. @param values new values by the names of fields */
  correct(record: string, values: Readonly<Record<string, string>>, reason: string, personId: string): Promise<void> {
    const stated = Object.entries(values).map(([field, value]) => withoutControls(`${field}=${value}`));
    return this.#run("correction", record, ["correct", ...recordArguments(record, { reason, personId }), ...stated]);
  }

  separate(decision: string): Promise<void> {
    return this.#run("separation", decision, ["separate", "--json", "--", withoutControls(decision)]);
  }

  /** Throws `RuleError` with a sentence when the command fails before its answer is due. */
  async #run(kind: ImportChange["kind"], subject: string, args: readonly string[]): Promise<void> {
    const isSame = (one: ImportChange) => one.kind === kind && one.subject === subject;
    if (this.#running.some(isSame)) return;
    const change = { kind, subject, problem: null };
    this.#running = [...this.#running, change];
    this.#failed = this.#failed.filter((one) => !isSame(one));
    const ended = runImportProgram(this.settings, args).ended.then(({ code, problem }) => {
      this.#running = this.#running.filter((one) => one !== change);
      return code === 0 ? undefined : problem;
    });
    const inTime = await Promise.race([
      ended.then((problem) => ({ problem })),
      delay(WAIT_MS, undefined, { ref: false }),
    ]);
    if (inTime?.problem !== undefined) throw new RuleError("CONFLICT", inTime.problem);
    if (inTime === undefined)
      void ended.then((problem) => {
        if (problem !== undefined) this.#failed = [{ ...change, problem }, ...this.#failed].slice(0, MOST_FAILED);
      });
  }
}

function recordArguments(record: string, { reason, personId }: Record<"reason" | "personId", string>): string[] {
  return [`--reason=${withoutControls(reason)}`, `--person=${personId}`, "--json", "--", withoutControls(record)];
}

/** An argument of a program has no control characters. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ");
}
