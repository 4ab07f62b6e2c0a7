/** Creates a statement of a row, or rejects it with one sentence. */
import { minorDigits } from "@dealflow/contract/records/currencies";
import { MOVE_TYPES, PAYMENT_TYPES, ROLE_SENIORITIES, ROUNDS } from "@dealflow/contract/values/events";
import { INDUSTRIES } from "@dealflow/contract/values/industries";
import { EMPLOYEE_BUCKETS, INVESTOR_TYPES, VERTICALS } from "@dealflow/contract/values/organisations";
import {
  country,
  domain,
  flag,
  instant,
  type ListReader,
  limited,
  listReader,
  naics,
  type Span,
  wholeNumber,
} from "./check-values";
import { RowError } from "./row-error";
import type { CompanyStatement, InvestorStatement, RawRow, Statement } from "./statement";
import { isUndisclosed, type Money, type NumberFormat, parseAmount, parseCurrency, usdCents } from "./values/amounts";
import type { DateFormat } from "./values/dates";
import type { Rates } from "./values/rates";
import { normalName } from "./values/text";

export interface RowFormats {
  readonly dates: readonly DateFormat[];
  readonly numbers: NumberFormat;
  readonly rates: Rates | null;
  readonly now: Date;
}

const round = listReader(ROUNDS);
const paymentType = listReader(PAYMENT_TYPES);
const roleSeniority = listReader(ROLE_SENIORITIES);
const moveType = listReader(MOVE_TYPES);
const vertical = listReader(VERTICALS);
const employeeBucket = listReader(EMPLOYEE_BUCKETS);
const investorType = listReader(INVESTOR_TYPES);
const industry = listReader(INDUSTRIES.map((label) => ({ value: label, title: label })));

const DAY_MS = 86_400_000;
const EARLIEST = new Date("1900-01-01T00:00:00.000Z");
const LONGEST = { name: 300, key: 500, line: 1000, description: 5000, url: 2000, tag: 100 };

export function checkRow(raw: RawRow, formats: RowFormats): Statement {
  return new RowReader(raw, formats).statement();
}

class RowReader {
  constructor(
    private readonly raw: RawRow,
    private readonly formats: RowFormats,
  ) {}

  statement(): Statement {
    switch (this.raw.kind) {
      case "company": {
        const company = this.company("");
        if (company?.name == null && company?.domain == null) throw new RowError("The row has no company.");
        if (company.key === null && company.domain === null)
          throw new RowError("The company has neither domain nor key, so it cannot be identified.");
        return { kind: "company", company };
      }
      case "investor":
        return { kind: "investor", investor: this.investor() };
      case "funding":
        return this.funding();
      case "acquisition":
        return this.acquisition();
      case "exec_move":
        return this.execMove();
    }
  }

  private funding(): Statement {
    const common = this.event();
    const stated = this.read("round", round);
    return {
      ...common,
      kind: "funding",
      company: this.requiredCompany("company"),
      round: stated,
      roundStated: this.read("roundStated", flag) ?? (stated === null ? null : true),
      amount: this.amount("amount", common.announcedAt),
      investors: this.investors(),
    };
  }

  private acquisition(): Statement {
    const common = this.event();
    const [target, acquirer] = [this.requiredCompany("target"), this.requiredCompany("acquirer")];
    if (isSame(target, acquirer)) throw selfAcquisition(target);
    return {
      ...common,
      kind: "acquisition",
      target,
      acquirer,
      amount: this.amount("dealAmount", common.announcedAt),
      paymentType: this.read("paymentType", paymentType),
      isMerger: this.read("isMerger", flag),
      closingAt: this.date("closingAt", this.span(3650)),
    };
  }

  private execMove(): Statement {
    const name = this.line("person.name", LONGEST.name);
    if (name === null) throw new RowError("person.name is missing.");
    const type = this.read("moveType", moveType);
    if (type === null) throw new RowError("moveType is missing.");
    return {
      ...this.event(),
      kind: "exec_move",
      person: {
        key: this.line("person.key", LONGEST.key),
        name,
        socialHandle: this.line("person.socialHandle", LONGEST.key),
        socialUrl: this.line("person.socialUrl", LONGEST.url),
      },
      company: this.requiredCompany("company"),
      fromCompany: this.company("fromCompany."),
      role: this.line("role", LONGEST.line),
      roleSeniority: this.read("roleSeniority", roleSeniority),
      moveType: type,
      effectiveDate: this.date("effectiveDate", this.span(3650)),
    };
  }

  private event() {
    const announcedAt = this.date("announcedAt", this.span(7));
    if (announcedAt === null) throw new RowError("announcedAt is missing: an event must have a date.");
    const { key } = this.raw;
    return {
      key: key === null ? null : limited(key, "The key", LONGEST.key),
      announcedAt,
      discoveredAt: this.date("discoveredAt", this.span(1)),
      sources: this.sources(),
    };
  }

  private sources() {
    const url = this.line("source.url", LONGEST.url);
    if (url === null) return this.raw.sources;
    return [{ url, outlet: this.line("source.outlet", LONGEST.line), title: this.line("source.title", LONGEST.line) }];
  }

  private requiredCompany(side: string): CompanyStatement {
    const company = this.company(`${side}.`);
    if (company === null || (company.name === null && company.domain === null))
      throw new RowError(`${side}.name is missing.`);
    return company;
  }

  /** Returns the company whose fields have the prefix; null when none is set. */
  private company(prefix: string): CompanyStatement | null {
    const line = (field: string, longest: number) => this.line(prefix + field, longest);
    const read = <V>(field: string, reader: (text: string, field: string) => V) => this.read(prefix + field, reader);
    const lastYear = this.formats.now.getUTCFullYear() + 1;
    const company: CompanyStatement = {
      key: line("key", LONGEST.key),
      name: line("name", LONGEST.name),
      domain: read("domain", domain),
      description: line("description", LONGEST.description),
      socialHandle: line("socialHandle", LONGEST.name),
      socialUrl: line("socialUrl", LONGEST.url),
      socialGeoId: line("socialGeoId", LONGEST.tag),
      socialIndustryId: line("socialIndustryId", LONGEST.tag),
      naicsCode: read("naicsCode", naics),
      hqCity: line("hqCity", LONGEST.name),
      hqCountry: read("hqCountry", country),
      industryGroup: read("industryGroup", industry),
      industrySubTags: this.list(`${prefix}industrySubTags`, (text, field) => limited(text, field, LONGEST.tag)),
      verticals: this.list(`${prefix}verticals`, vertical),
      employeeCountBucket: read("employeeCountBucket", employeeBucket),
      foundedYear: read("foundedYear", (text, field) => wholeNumber(text, field, 1000, lastYear)),
      businessModel: line("businessModel", LONGEST.tag),
    };
    return company.name === null && company.domain === null && company.key === null ? null : company;
  }

  private investor(): InvestorStatement {
    const name = this.line("name", LONGEST.name);
    if (name === null) throw new RowError("name is missing.");
    return {
      key: this.line("key", LONGEST.key - 10),
      name,
      domain: this.read("domain", domain),
      type: this.read("type", investorType),
      hqCountry: this.read("hqCountry", country),
      firstSeenAt: this.date("firstSeenAt", this.span(7)),
      lastSeenAt: this.date("lastSeenAt", this.span(7)),
    };
  }

  /** Returns investors by name, each once in the order given. */
  private investors(): InvestorStatement[] {
    const named = [
      ...this.raw.investors,
      ...(this.raw.lists.get("investors") ?? []).map((name) => ({ key: null, name })),
    ];
    const once = new Map(named.map((one) => [one.key ?? normalName(one.name), one] as const));
    return [...once.values()].map(({ key, name }) => ({
      key,
      name: limited(name, "investors", LONGEST.name),
      domain: null,
      type: null,
      hqCountry: null,
      firstSeenAt: null,
      lastSeenAt: null,
    }));
  }

  private amount(prefix: "amount" | "dealAmount", announcedAt: Date): Money | null {
    const original = this.originalAmount(prefix);
    const cents = this.read(`${prefix}UsdCents`, (text, field) => wholeNumber(text, field, 0, Number.MAX_SAFE_INTEGER));
    const usd =
      cents ??
      this.read(`${prefix}Usd`, (text, field) => parseAmount(text, this.formats.numbers, minorDigits("USD"), field));
    if (original !== null) {
      const { currency, minor } = original;
      return { currency, minor, usdCents: usd ?? usdCents(currency, minor, announcedAt, this.formats.rates) };
    }
    return usd === null ? null : { currency: "USD", minor: usd, usdCents: usd };
  }

  private originalAmount(prefix: "amount" | "dealAmount"): { currency: string; minor: number } | null {
    const text = this.text("amount");
    const minor = this.read(`${prefix}OriginalCents`, (value, field) =>
      wholeNumber(value, field, 0, Number.MAX_SAFE_INTEGER),
    );
    const stated = text !== null && !isUndisclosed(text) ? text : null;
    if (stated === null && minor === null) return null;
    const currency = this.read("currency", parseCurrency) ?? this.read(`${prefix}OriginalCurrency`, parseCurrency);
    if (currency === null) throw new RowError(`The amount ${stated ?? minor} has no currency.`);
    if (minor !== null) return { currency, minor };
    return { currency, minor: parseAmount(stated ?? "", this.formats.numbers, minorDigits(currency), "amount") };
  }

  private text(field: string): string | null {
    return this.raw.texts.get(field) ?? null;
  }

  private line(field: string, longest: number): string | null {
    const text = this.text(field);
    return text === null ? null : limited(text, field, longest);
  }

  private read<V>(field: string, reader: (text: string, field: string) => V): V | null {
    const text = this.text(field);
    return text === null ? null : reader(limited(text, field, LONGEST.url), field);
  }

  private list<V extends string>(field: string, reader: ListReader<V> | ((text: string, field: string) => V)): V[] {
    return [...new Set((this.raw.lists.get(field) ?? []).map((text) => reader(text, field)))];
  }

  private date(field: string, span: Span): Date | null {
    const text = this.text(field);
    return text === null ? null : instant(text, field, this.formats.dates, span);
  }

  private span(daysAhead: number): Span {
    return { from: EARLIEST, until: new Date(this.formats.now.getTime() + daysAhead * DAY_MS) };
  }
}

/** Tells whether both sides of a deal are one company, by the row. */
function isSame(a: CompanyStatement, b: CompanyStatement): boolean {
  if (a.key !== null && b.key !== null) return a.key === b.key;
  if (a.domain !== null && b.domain !== null) return a.domain === b.domain;
  const unresolved = [a, b].every((side) => side.key === null && side.domain === null);
  return unresolved && normalName(a.name ?? "") === normalName(b.name ?? "");
}

export function selfAcquisition(company: CompanyStatement): RowError {
  return new RowError(`Acquirer and target are the same company (${company.name ?? company.domain}).`);
}
