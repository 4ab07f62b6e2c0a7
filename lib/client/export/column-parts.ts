/** What the table columns contain in an export, by column id, for all feeds. */
import { MOVE_TYPES, PAYMENT_TYPES, ROLE_SENIORITIES, ROUNDS } from "@/lib/contract/values/events";
import { EMPLOYEE_BUCKETS, INVESTOR_TYPES, VERTICALS } from "@/lib/contract/values/organisations";

type Titled = readonly { readonly value: string; readonly title: string }[];

export interface Part {
  readonly head: string;
  /** Of the fact in the record. */
  readonly path: string;
  /** Words for its values. */
  readonly titles?: Titled;
}

/** Adjacent parts that replace one column. */
type Choice = readonly Part[];

function part(head: string, path: string, titles?: Titled): Part {
  return { head, path, ...(titles && { titles }) };
}

function amount(usd: string, original: string): Choice {
  return [part("Amount USD", usd), ...originalAmount(original)];
}

function originalAmount(original: string): Choice {
  return [part("Amount original", `${original}Cents`), part("Currency", `${original}Currency`)];
}

/** A fact about the company that a record is about: of a round or a move, of a deal's target, or the record itself. */
function ofCompany(...parts: Part[]): readonly Choice[] {
  return ["company.", "target.", ""].map((owner) => parts.map((one) => ({ ...one, path: `${owner}${one.path}` })));
}

function country(head: string, owner = ""): Part[] {
  return [part(`${head} code`, `${owner}hqCountry.code`), part(head, `${owner}hqCountry.name`)];
}

/** Of several choices the first one whose first part any record has. */
export const COLUMN_PARTS: Readonly<Record<string, readonly Choice[]>> = {
  round: [[part("Round", "round", ROUNDS)]],
  amount: [amount("amountUsd", "amountOriginal"), amount("dealAmountUsd", "dealAmountOriginal")],
  original: [originalAmount("amountOriginal"), originalAmount("dealAmountOriginal")],
  company: [[part("Company", "company.name")], [part("Company", "name")]],
  investor: [[part("Investor", "name")]],
  from: [[part("From", "fromCompany.name")]],
  person: [[part("Person", "person.name")]],
  "person-profile": [[part("Person's profile", "person.socialHandle")]],
  move: [[part("Move", "moveType", MOVE_TYPES)]],
  role: [[part("Role", "role")]],
  seniority: [[part("Seniority", "roleSeniority", ROLE_SENIORITIES)]],
  target: [[part("Target", "target.name")]],
  acquirer: [[part("Acquirer", "acquirer.name")]],
  "by-domain": [[part("Acquirer's domain", "acquirer.domain")]],
  "by-country": [country("Acquirer's country", "acquirer.")],
  "by-industry": [[part("Acquirer's industry", "acquirer.industryGroup")]],
  deal: [[part("Merger", "isMerger")]],
  payment: [[part("Payment", "paymentType", PAYMENT_TYPES)]],
  domain: ofCompany(part("Domain", "domain")),
  country: ofCompany(...country("Country")),
  city: ofCompany(part("City", "hqCity")),
  industry: ofCompany(part("Industry", "industryGroup")),
  size: ofCompany(part("Size", "employeeCountBucket", EMPLOYEE_BUCKETS)),
  vertical: ofCompany(part("Verticals", "verticals", VERTICALS)),
  founded: ofCompany(part("Founded", "foundedYear")),
  naics: ofCompany(part("NAICS", "naicsCode")),
  tags: ofCompany(part("Tags", "industrySubTags")),
  model: ofCompany(part("Model", "businessModel")),
  about: ofCompany(part("Description", "description")),
  profile: ofCompany(part("Profile", "socialHandle")),
  type: [[part("Type", "type", INVESTOR_TYPES)]],
  investors: [[part("Investors", "investors.name")]],
  announced: [[part("Announced", "announcedAt")]],
  discovered: [[part("Discovered", "discoveredAt")]],
  effective: [[part("Effective", "effectiveDate")]],
  closing: [[part("Closing", "closingAt")]],
  sources: [[part("Sources", "sources.url")]],
  created: [[part("On file since", "createdAt")]],
  updated: [[part("Updated", "updatedAt")]],
  "first-seen": [[part("First seen", "firstSeenAt")]],
  "last-seen": [[part("Last seen", "lastSeenAt")]],
};
