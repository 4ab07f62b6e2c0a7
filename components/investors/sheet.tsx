import type { InvestorRecord } from "@dealflow/client/records";
import { INVESTOR_FIELDS } from "@dealflow/contract/records/fields";
import { PlaceLine } from "@/components/feed/sheet/company-fields";
import { PurchaseSection } from "@/components/feed/sheet/purchase-section";
import { RecordFields, RecordIds } from "@/components/feed/sheet/record-fields";
import { InvestorLink } from "@/components/feed/sheet/record-links";
import { Lead, Section } from "@/components/feed/sheet/sheet-parts";

const FACTS = INVESTOR_FIELDS.filter(({ name }) => name !== true);

/** Shows every field of an investor of the directory. */
export function InvestorSheet({ record, purchasedAt }: { record: InvestorRecord; purchasedAt: string }) {
  return (
    <>
      <Lead name={<InvestorLink quiet investor={record} />} organisation={record.name} purchasedAt={purchasedAt}>
        <PlaceLine country={record.hqCountry} domain={record.domain} />
      </Lead>
      <Section title="Investor">
        <RecordFields record={record} fields={FACTS} />
      </Section>
      <PurchaseSection>
        <RecordIds record={record} fields={INVESTOR_FIELDS} />
      </PurchaseSection>
    </>
  );
}
