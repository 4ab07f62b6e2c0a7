import type { AcquisitionRecord } from "@dealflow/client/records";
import { ACQUISITION_FIELDS, COMPANY_FIELDS } from "@dealflow/contract/records/fields";
import { exactAmount } from "@/components/feed/columns/cells";
import { Star } from "@/components/feed/record/star";
import { longDate } from "@/lib/format/dates";
import { compactMoney, dealMoney } from "@/lib/format/money";
import { CompanyLine, CompanySection } from "./company-fields";
import { PurchaseSection } from "./purchase-section";
import { RecordFields, RecordIds } from "./record-fields";
import { CompanyLink, CompanyLinks } from "./record-links";
import { Lead, Line, Section, Sources, What } from "./sheet-parts";

export function AcquisitionSheet({ record, purchasedAt }: { record: AcquisitionRecord; purchasedAt: string }) {
  const { target, acquirer } = record;
  const money = dealMoney(record);
  return (
    <>
      <Lead
        name={<CompanyLink company={target} />}
        organisation={target?.name}
        star={<Star company={target} />}
        purchasedAt={purchasedAt}
      >
        <CompanyLine company={target} />
        <Line>
          {record.isMerger ? "Merger with" : "Acquired by"}{" "}
          <span className="font-medium text-text-1">
            {acquirer === null ? "an unnamed company" : <CompanyLink company={acquirer} />}
          </span>
        </Line>
        <What
          figure={{ text: compactMoney(money) ?? "Undisclosed", title: exactAmount(money) }}
          when={record.announcedAt && longDate(record.announcedAt)}
        />
      </Lead>
      <Section title="Deal">
        <RecordFields record={record} fields={ACQUISITION_FIELDS} />
      </Section>
      <CompanySection title="Target" company={target} />
      <CompanySection title="Acquirer" company={acquirer} />
      <Sources sources={record.sources} />
      <PurchaseSection>
        <RecordIds record={record} fields={ACQUISITION_FIELDS} />
        <RecordIds record={target} fields={COMPANY_FIELDS} owner="Target" />
        <RecordIds record={acquirer} fields={COMPANY_FIELDS} owner="Acquirer" />
      </PurchaseSection>
      <CompanyLinks
        links={[
          { label: "Target’s page", company: target },
          { label: "Acquirer’s page", company: acquirer },
        ]}
      />
    </>
  );
}
