/** Finds the withdrawals that are in force for what a batch states. */
import * as z from "zod";
import { nameKey } from "../resolve/names/company-name";
import { RowError } from "../row-error";
import { type Decisions, listWithdrawals, type Withdrawal } from "./decisions";
import { kindName, type RecordKind } from "./import-records";
import { pushTo } from "./keys";

const named = z.object({ name: z.string().nullable(), domain: z.string().nullish() });
const withCompany = z.object({ company: named.optional(), target: named.optional() });

/** Returns the company by which events are compared. */
export function readCompany(event: string): { readonly name: string | null; readonly domain: string | null } {
  const { company, target } = withCompany.parse(JSON.parse(event));
  const { name = null, domain = null } = company ?? target ?? {};
  return { name, domain };
}

/** Finds what is withdrawn among companies, investors or people. */
export class Withdrawals {
  private constructor(
    private readonly kind: RecordKind,
    /** Has each by its id and by its domain. */
    private readonly byText: ReadonlyMap<string, Withdrawal>,
    private readonly byName: ReadonlyMap<string, readonly Withdrawal[]>,
  ) {}

  /** @param decisions what people decided, with all withdrawals in force */
  static of(decisions: Decisions, kind: "company" | "investor" | "person"): Withdrawals {
    const all = listWithdrawals(decisions, kind).map((one) => ({ one, ...named.parse(JSON.parse(one.record)) }));
    const texts = all.flatMap(({ one, domain }) =>
      [one.id, ...(domain == null ? [] : [domain])].map((text) => [text, one] as const),
    );
    const names = new Map<string, Withdrawal[]>([]);
    for (const { one, name } of all) pushTo(names, nameKey(name ?? ""), one);
    return new Withdrawals(kind, new Map(texts), names);
  }

  /**
   * Returns why a record may not come back.
   * @param texts ids and domains that mean it
   * @param isSame tells whether a withdrawn record of the same name is it
   */
  error(
    texts: readonly (string | null | undefined)[],
    name: string | null = null,
    isSame: (record: string, id: string) => boolean = () => false,
  ): RowError | undefined {
    if (this.byText.size === 0) return undefined;
    const found =
      texts.map((text) => this.byText.get(text ?? "")).find((one) => one !== undefined) ??
      (name === null ? undefined : this.byName.get(nameKey(name))?.find(({ record, id }) => isSame(record, id)));
    return found && withdrawnError(kindName(this.kind), found);
  }
}

export function withdrawnError(what: string, withdrawal: Withdrawal): RowError {
  return new RowError(goneSentence(what, "withdrawn", withdrawal));
}

export function goneSentence(what: string, how: string, { at, reason }: Pick<Withdrawal, "at" | "reason">): string {
  return `The ${what} was ${how} on ${at.toISOString().slice(0, 10)} because: ${reason.replace(/[.\s]+$/, "")}.`;
}
