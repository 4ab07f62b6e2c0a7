/** Generates the executive moves of the demo data set. */
import type { ExecMove } from "@dealflow/contract/records/schemas";
import { announcement, discovery, laterDay, pastInstant } from "./calendar";
import { type DemoCompany, touch } from "./companies";
import type { PersonName } from "./investors";
import { slug } from "./names";
import { type Chance, Weighted } from "./random";
import { reports } from "./sources";

const ROLES = new Weighted(
  [
    [
      "c_level",
      46,
      "Chief Executive Officer|Chief Financial Officer|Chief Technology Officer|Chief Operating Officer|Chief Revenue Officer|Chief Product Officer|Chief Marketing Officer|Chief People Officer|Chief Information Security Officer",
    ],
    [
      "vp_level",
      22,
      "Vice President of Engineering|Vice President of Sales|Vice President of Marketing|Vice President, Product|Vice President of Finance",
    ],
    ["director", 10, "Director of Operations|Managing Director|Director of Research|Director of Partnerships"],
    ["board", 12, "Board Member|Chair of the Board|Independent Director|Board Observer"],
    ["founder", 6, "Co-founder|Founder and Chief Executive Officer|Founder"],
    ["other", 4, "General Counsel|Head of Design|Country Manager|Chief of Staff"],
  ] as const,
  ([, share]) => share,
);

const MOVES = new Weighted(
  [
    { type: "appointment", share: 60, verb: "appoints" },
    { type: "departure", share: 18, verb: "parts with" },
    { type: "promotion", share: 14, verb: "promotes" },
    { type: "transition", share: 8, verb: "gives a new role to" },
  ] as const,
  (move) => move.share,
);

export function planMoves(
  chance: Chance,
  personName: PersonName,
  companies: readonly DemoCompany[],
  count: number,
  now: number,
) {
  const employers = new Weighted(companies, (company) => company.weight * (1 + Math.max(company.stage, 0)));
  const people: ExecMove["person"][] = [];
  return Array.from({ length: count }, () => {
    const announcedAt = announcement(chance, pastInstant(chance, now), now);
    const discoveredAt = discovery(chance, announcedAt, now);
    const person =
      people.length > 0 && chance.happens(0.12) ? chance.pick(people) : newPerson(chance, personName, discoveredAt);
    people.push(person);
    const company = employers.pick(chance);
    const { type, verb } = MOVES.pick(chance);
    const [seniority, , titles] = ROLES.pick(chance);
    const role = chance.pick(titles.split("|"));
    const from = type === "appointment" && chance.happens(0.5) ? employers.pick(chance) : null;
    for (const one of [company, from]) if (one !== null) touch(one, announcedAt, discoveredAt);
    const known = !chance.happens(0.05);
    return {
      id: chance.uuid(discoveredAt),
      person,
      company,
      fromCompany: from === company ? null : from,
      role: known ? role : null,
      roleSeniority: known ? chance.known(seniority, 0.06) : null,
      moveType: type,
      announcedAt: new Date(announcedAt),
      effectiveDate: chance.happens(0.4) ? laterDay(announcedAt, chance.between(0, 75)) : null,
      discoveredAt: new Date(discoveredAt),
      sources: reports(chance, `${company.name} ${verb} ${person.name}`, announcedAt),
    };
  });
}

function newPerson(chance: Chance, personName: PersonName, at: number): ExecMove["person"] {
  const name = personName();
  const id = chance.uuid(at);
  const handle = chance.known(`${slug(name, "-")}-${id.slice(-4)}`, 0.35);
  return { id, name, socialHandle: handle, socialUrl: handle === null ? null : `https://social.example/in/${handle}` };
}
