import type { StatedCompany } from "@/service/records/company";
import { announcement, discovery, laterDay, pastInstant } from "./calendar";
import { type DemoCompany, touch } from "./companies";
import type { Names } from "./names";
import { type Chance, Weighted } from "./random";
import { amount, NO_AMOUNT } from "./rounds";
import { headlineAmount, reports } from "./sources";

const PAYMENTS = new Weighted(
  [
    ["undisclosed", 68],
    ["cash", 18],
    ["mixed", 9],
    ["stock", 5],
  ] as const,
  ([, share]) => share,
);
const MISSING = { target: 0.16, acquirer: 0.03, amount: 0.71 };

export function planDeals(chance: Chance, names: Names, companies: readonly DemoCompany[], count: number, now: number) {
  const buyers = new Weighted(companies, (company) => company.weight ** 2 * (1 + Math.max(company.stage, 0) ** 1.5));
  return Array.from({ length: count }, () => {
    const acquirer = buyers.pick(chance);
    const target = chance.happens(MISSING.target) ? null : findTarget(chance, companies, acquirer);
    const near = dealDate(chance, target, now);
    const announcedAt = announcement(chance, near, now);
    const discoveredAt = discovery(chance, announcedAt, now);
    const stated = {
      target: target ?? stateName(names.company(chance)),
      acquirer: chance.happens(MISSING.acquirer) ? stateName(names.company(chance)) : acquirer,
    };
    const isMerger = chance.happens(0.04);
    const usd = 18_000_000 * (1 + Math.max(target?.stage ?? 0, 0)) ** 1.2 * Math.exp(chance.normal() * 1.3);
    const money = chance.happens(MISSING.amount) ? null : amount(chance, usd, acquirer.location);
    if (target !== null) {
      target.acquired = true;
      touch(target, announcedAt, discoveredAt);
    }
    if (stated.acquirer === acquirer) touch(acquirer, announcedAt, discoveredAt);
    const verb = isMerger ? "merges with" : "acquires";
    const price = money === null ? "" : ` for ${headlineAmount(money.amountUsdCents / 100)}`;
    return {
      id: chance.uuid(discoveredAt),
      ...stated,
      ...(money ?? NO_AMOUNT),
      paymentType: money === null ? "undisclosed" : PAYMENTS.pick(chance)[0],
      isMerger,
      announcedAt: new Date(announcedAt),
      closingAt: chance.happens(0.35) ? laterDay(announcedAt, chance.between(0, 150)) : null,
      discoveredAt: new Date(discoveredAt),
      sources: reports(chance, `${stated.acquirer.name} ${verb} ${stated.target.name}${price}`, announcedAt),
    };
  });
}

export function stateName(name: string): StatedCompany {
  return { name, hqCity: null, foundedYear: null, socialHandle: null, socialUrl: null };
}

function findTarget(chance: Chance, companies: readonly DemoCompany[], acquirer: DemoCompany): DemoCompany {
  for (;;) {
    const target = chance.pick(companies);
    if (target !== acquirer && !target.acquired) return target;
  }
}

function dealDate(chance: Chance, target: DemoCompany | null, now: number): number {
  const at = pastInstant(chance, now);
  if (target === null || target.stage < 0 || at > target.lastEventAt) return at;
  return target.lastEventAt + (now - target.lastEventAt) * chance.next();
}
