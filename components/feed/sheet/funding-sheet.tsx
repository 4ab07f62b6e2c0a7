import type { FundingRecord } from "@dealflow/client/records";
import { COMPANY_FIELDS, FUNDING_FIELDS } from "@dealflow/contract/records/fields";
import { ROUNDS } from "@dealflow/contract/values/events";
import { exactAmount } from "@/components/feed/columns/cells";
import { Star } from "@/components/feed/record/star";
import { longDate } from "@/lib/format/dates";
import { listedTitle } from "@/lib/format/listed-title";
import { compactMoney, roundMoney } from "@/lib/format/money";
import { CompanyLine, CompanySection } from "./company-fields";
import { PurchaseSection } from "./purchase-section";
import { RecordFields, RecordIds } from "./record-fields";
import { CompanyLink, CompanyLinks, InvestorLink } from "./record-links";
import { Lead, Section, Sources, What } from "./sheet-parts";

export function FundingSheet({ record, purchasedAt }: { record: FundingRecord; purchasedAt: string }) {
  const { company, investors } = record;
  const money = roundMoney(record);
  return (
    <>
      <Lead
        name={<CompanyLink company={company} />}
        organisation={company?.name}
        star={<Star company={company} />}
        purchasedAt={purchasedAt}
      >
        <CompanyLine company={company} />
        <What
          figure={{ text: compactMoney(money) ?? "Undisclosed", title: exactAmount(money) }}
          when={record.announcedAt && longDate(record.announcedAt)}
        >
          <span className="font-medium">{record.round ? listedTitle(ROUNDS, record.round) : "Stage not stated"}</span>
        </What>
      </Lead>
      <Section title="Round">
        <RecordFields record={record} fields={FUNDING_FIELDS} />
      </Section>
      <Section title={investors.length === 0 ? "Investors" : `Investors, ${investors.length}`}>
        {investors.length === 0 ? (
          <p className="text-text-2">None named</p>
        ) : (
          <ul
            className="grid grid-cols-2 gap-x-4 gap-y-1 wrap-anywhere in-data-touch:*:py-3"
            data-testid="sheet-investors"
          >
            {investors.map((investor, index) => (
              <li key={investor.id ?? index}>
                <InvestorLink investor={investor} />
              </li>
            ))}
          </ul>
        )}
      </Section>
      <CompanySection title="Company" company={company} />
      <Sources sources={record.sources} />
      <PurchaseSection>
        <RecordIds record={record} fields={FUNDING_FIELDS} />
        <RecordIds record={company} fields={COMPANY_FIELDS} />
      </PurchaseSection>
      <CompanyLinks links={[{ label: "Company page", company }]} />
    </>
  );
}
