/** Lets sources tell of the true companies and events: each of an event by three to six of them, in the product's own lines. */
import { Chance, Weighted } from "@/service/ingest/demo/random";
import { daysOff, inCyrillic, misspell, PER_DOLLAR, roundAmount, withoutAccents } from "./noise";
import { SHARED_HOST, SOURCES, type SourceProfile } from "./sources";
import { DAY_MS, inventTruth, type TrueCompany, type TrueEvent } from "./truth";

/** Names the ways in which a source differs from the truth, by which figures are split. */
export type Noise =
  | "misspelled"
  | "renamed"
  | "without accents"
  | "other script"
  | "legal form"
  | "upper case"
  | "no domain"
  | "no country"
  | "shared host"
  | "another city"
  | "twin"
  | "short name"
  | "date off"
  | "month only"
  | "no amount"
  | "rounded amount"
  | "other currency";

/** A source states this of a company. */
export interface StatedCompany {
  readonly id?: string;
  readonly name: string;
  readonly domain?: string;
  readonly hqCountry?: string;
  readonly hqCity?: string;
  readonly foundedYear?: number;
}

interface Mention {
  /** The mention is of the true company with this number. */
  readonly company: number;
  readonly stated: StatedCompany;
  readonly noise: readonly Noise[];
}

export interface Report {
  readonly source: string;
  readonly kind: "company" | TrueEvent["kind"];
  readonly key: string | null;
  /** It is the only report with this address. */
  readonly url: string;
  /** The row is about the true event with this number; null for a row about a company. */
  readonly event: number | null;
  readonly mentions: readonly Mention[];
  readonly noise: readonly Noise[];
  /** The importer reads this line. */
  readonly line: unknown;
}

/** An event has this many reports on average, and a company this many events. */
const REPORTS_PER_COMPANY = 10;
/** Registers state the seat, and articles the office that they visited. */
const OTHER_OFFICE = 0.08;
const MOST_SOURCES = 6;
const LEAST_SOURCES = 3;

/** Returns exactly so many reports, source by source in the order of time. */
export function generateReports(count: number, seed: number): Report[] {
  const { events } = inventTruth(seed, Math.ceil(count / REPORTS_PER_COMPANY) + 20);
  const chance = new Chance(seed + 1);
  const tellers = SOURCES.map((profile) => new Teller(profile, new Chance(seed + 2 + SOURCES.indexOf(profile))));
  const reports: Report[] = [];
  for (const event of shuffled(events, chance)) {
    if (reports.length >= count) break;
    for (const teller of chooseTellers(chance, tellers, event.kind)) reports.push(...teller.tell(event));
  }
  const order = new Map(SOURCES.map(({ name }, index) => [name, index] as const));
  return reports.slice(0, count).sort((a, b) => (order.get(a.source) ?? 0) - (order.get(b.source) ?? 0));
}

export function shuffled<T>(list: readonly T[], chance: Chance): T[] {
  return list
    .map((value) => ({ value, place: chance.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

function chooseTellers(chance: Chance, tellers: readonly Teller[], kind: TrueEvent["kind"]): Set<Teller> {
  const able = tellers.filter(({ profile }) => profile.kinds.includes(kind));
  const weighted = new Weighted(able, ({ profile }) => profile.weight);
  const wanted = Math.min(able.length, chance.between(LEAST_SOURCES, MOST_SOURCES));
  const chosen = new Set<Teller>();
  while (chosen.size < wanted) chosen.add(weighted.pick(chance));
  return chosen;
}

class Teller {
  readonly #companies = new Map<number, Omit<Mention, "company">>();
  readonly #listed = new Set<number>();
  #reports = 0;

  constructor(
    readonly profile: SourceProfile,
    private readonly chance: Chance,
  ) {}

  tell(event: TrueEvent): Report[] {
    const { profile, chance } = this;
    const { at, noise } = this.#date(event.at);
    const company = this.#mention(event.company, event.at, false);
    const common = { source: profile.name, kind: event.kind, event: event.id } as const;
    const key = profile.eventKeys ? `e${event.id * 7 + 3}` : null;
    const url = this.#url();
    const sources = [{ url, outlet: profile.name, title: null }];
    const rows: Report[] = [];
    if (profile.companyRows > 0 && !this.#listed.has(event.company.id) && chance.happens(profile.companyRows))
      rows.push(this.#companyRow(event.company.id, company));
    const row = (record: object, mentions: readonly Mention[], more: readonly Noise[]): Report => ({
      ...{ ...common, key, url, mentions, noise: [...noise, ...more] },
      line: { kind: event.kind, ...(key !== null && { key }), record: { ...record, announcedAt: at, sources } },
    });
    switch (event.kind) {
      case "funding": {
        const investors = event.investors
          .filter((_, index) => chance.happens(index === 0 ? Math.sqrt(profile.investors) : profile.investors))
          .map((name) => (chance.happens(profile.names.loose) ? (name.split(" ")[0] ?? name) : name));
        const { money, noise: more } = this.#amount(event.amount, event.company, "amountOriginal");
        const record = { company: company.stated, round: event.stage, investors, ...money };
        return [...rows, row(record, [company], more)];
      }
      case "acquisition": {
        const acquirer = this.#mention(event.acquirer, event.at, true);
        const { money, noise: more } = this.#amount(event.amount, event.company, "dealAmountOriginal");
        const record = { target: company.stated, acquirer: acquirer.stated, ...money };
        return [...rows, row(record, [company, acquirer], more)];
      }
      case "exec_move": {
        const person = { name: chance.happens(profile.names.typo) ? misspell(chance, event.person) : event.person };
        const { moveType } = event;
        const record = { person, company: company.stated, role: chance.pick([...event.role]), moveType };
        return [...rows, row(record, [company], [])];
      }
    }
  }

  #url(): string {
    return `https://${this.profile.name}.example/${++this.#reports}`;
  }

  #companyRow(id: number, mention: Mention): Report {
    this.#listed.add(id);
    const { id: key, ...record } = mention.stated;
    return {
      ...{ source: this.profile.name, kind: "company", key: key ?? null, url: this.#url(), event: null },
      ...{ mentions: [mention], noise: [], line: { kind: "company", key, record } },
    };
  }

  /** A source with keys says the same of a company each time; another one writes each time again. */
  #mention(company: TrueCompany, at: number, isAcquirer: boolean): Mention {
    const known = this.profile.companyKeys ? this.#companies.get(company.id) : undefined;
    const told = known ?? this.#describe(company, at, isAcquirer && !this.profile.companyKeys);
    if (!this.profile.companyKeys) return { company: company.id, ...told };
    this.#companies.set(company.id, told);
    return { company: company.id, noise: told.noise, stated: { id: `c${company.id}`, ...told.stated } };
  }

  #describe(company: TrueCompany, at: number, mayBeShort: boolean): Omit<Mention, "company"> {
    const { profile, chance } = this;
    const { facts } = profile;
    const { name, noise } = this.#name(company, at, mayBeShort);
    const isPage = chance.happens(profile.sharedHost);
    const domain = isPage ? SHARED_HOST : chance.happens(facts.domain) ? company.domain : undefined;
    const hqCountry = chance.happens(facts.country) ? company.country.code : undefined;
    if (isPage) noise.push("shared host");
    else if (domain === undefined) noise.push("no domain");
    if (hqCountry === undefined) noise.push("no country");
    const hqCity = this.#city(company);
    if (hqCity !== undefined && hqCity !== company.city) noise.push("another city");
    if (company.isTwin) noise.push("twin");
    const stated: StatedCompany = {
      name,
      ...(domain !== undefined && { domain }),
      ...(hqCountry !== undefined && { hqCountry }),
      ...(hqCity !== undefined && { hqCity }),
      ...(chance.happens(facts.year) && { foundedYear: company.foundedYear }),
    };
    return { stated, noise };
  }

  #city({ city, country }: TrueCompany): string | undefined {
    if (!this.chance.happens(this.profile.facts.city)) return undefined;
    return this.chance.happens(OTHER_OFFICE) ? this.chance.pick(country.cities) : city;
  }

  #name(company: TrueCompany, at: number, mayBeShort: boolean): { name: string; noise: Noise[] } {
    const { profile, chance } = this;
    const { names, companyKeys } = profile;
    const noise: Noise[] = [];
    const isOld = company.renamed !== null && (companyKeys ? chance.happens(0.25) : at < company.renamed.at);
    let name = isOld && company.renamed !== null ? company.renamed.from : company.name;
    if (isOld) noise.push("renamed");
    const isNative = chance.happens(names.native);
    if (company.country.cyrillic === true && isNative && !/\d/.test(name) && !profile.companyKeys) {
      name = inCyrillic(name);
      noise.push("other script");
    } else if (!isNative) {
      const plain = withoutAccents(chance, name, company.country);
      if (plain !== name) noise.push("without accents");
      name = plain;
    }
    if (mayBeShort && name.includes(" ") && chance.happens(names.loose)) {
      name = name.split(" ")[0] ?? name;
      noise.push("short name");
    }
    if (chance.happens(names.typo)) {
      name = misspell(chance, name);
      noise.push("misspelled");
    }
    if (chance.happens(names.legalForm)) {
      name = `${name}${chance.happens(0.15) ? "," : ""} ${chance.pick(company.form)}`;
      noise.push("legal form");
    }
    if (chance.happens(names.upperCase)) {
      name = name.toUpperCase();
      noise.push("upper case");
    }
    return { name, noise };
  }

  #date(at: number): { at: string; noise: Noise[] } {
    const { dates } = this.profile;
    const noise: Noise[] = [];
    let told = at;
    if (this.chance.happens(dates.off)) {
      told += daysOff(this.chance) * DAY_MS;
      noise.push("date off");
    }
    const day = new Date(told).toISOString().slice(0, 10);
    if (!this.chance.happens(dates.month)) return { at: day, noise };
    noise.push("month only");
    return { at: day.slice(0, 7), noise };
  }

  #amount(amount: number | null, company: TrueCompany, field: string): { money: object; noise: Noise[] } {
    const { chance } = this;
    const { missing, rounded, local } = this.profile.amounts;
    if (amount === null || chance.happens(missing)) return { money: {}, noise: ["no amount"] };
    const noise: Noise[] = [];
    const isLocal = chance.happens(local) && company.country.currency !== "USD";
    const currency = isLocal ? company.country.currency : "USD";
    if (isLocal) noise.push("other currency");
    let told = amount * (PER_DOLLAR[currency] ?? 1);
    if (chance.happens(rounded)) {
      told = roundAmount(told);
      noise.push("rounded amount");
    }
    return { money: { [`${field}Currency`]: currency, [`${field}Cents`]: Math.round(told) * 100 }, noise };
  }
}
