/** Makes up records for test events, so that no test gives away a record that costs credits. */
import type { Acquisition, Company, ExecMove, FundingEvent } from "@dealflow/contract/records/schemas";
import type { WebhookEventName } from "@dealflow/contract/webhook-events";
import { companyRecord } from "@/service/records/company";
import { acquisitionRecord, execMoveRecord, fundingRecord } from "@/service/records/events";
import { newId } from "@/service/store/new-id";

export function sampleRecord(event: WebhookEventName, now: Date): FundingEvent | Acquisition | ExecMove {
  const facts = { id: newId(), announcedAt: now, discoveredAt: now };
  const amount = { amountUsdCents: 250_000_000, amountOriginalCurrency: "USD", amountOriginalCents: 250_000_000 };
  const company = sampleCompany("Example Robotics", "robotics.example", now);
  const sources = [{ url: "https://news.example/test-event", outlet: "Example News", title: "A test event" }];
  switch (event) {
    case "funding.created": {
      const investors = [{ id: newId(), name: "Example Ventures" }];
      return fundingRecord({ ...facts, ...amount, round: "seed", roundStated: true }, company, investors, sources);
    }
    case "acquisition.created": {
      const acquirer = sampleCompany("Example Industries", "industries.example", now);
      const deal = { ...facts, ...amount, paymentType: "cash", isMerger: false, closingAt: null } as const;
      return acquisitionRecord(deal, acquirer, company, sources);
    }
    case "exec_move.created": {
      const role = { role: "Chief Financial Officer", roleSeniority: "c_level", moveType: "appointment" } as const;
      const person = { id: newId(), name: "Alex Example", socialHandle: null, socialUrl: null };
      return execMoveRecord({ ...facts, ...role, effectiveDate: null }, person, company, null, sources);
    }
  }
}

function sampleCompany(name: string, domain: string, now: Date): Company {
  return companyRecord({
    id: newId(),
    name,
    domain,
    description: "A made-up company of a test event.",
    socialHandle: null,
    socialUrl: null,
    socialGeoId: null,
    socialIndustryId: null,
    naicsCode: "5132",
    hqCity: "Berlin",
    hqCountry: "DE",
    industryGroup: "Software Development",
    industrySubTags: [],
    verticals: ["ai"],
    employeeCountBucket: "11-50",
    foundedYear: 2020,
    businessModel: null,
    createdAt: now,
    updatedAt: now,
  });
}
