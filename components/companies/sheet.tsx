import type { CompanyRecord } from "@dealflow/client/records";
import { COMPANY_FIELDS } from "@dealflow/contract/records/fields";
import { FormerNames } from "@/components/feed/record/former-names";
import { Star } from "@/components/feed/record/star";
import { CompanyLine, CompanySection } from "@/components/feed/sheet/company-fields";
import { PurchaseSection } from "@/components/feed/sheet/purchase-section";
import { RecordIds } from "@/components/feed/sheet/record-fields";
import { CompanyLink, CompanyLinks } from "@/components/feed/sheet/record-links";
import { Lead } from "@/components/feed/sheet/sheet-parts";

/** Shows every field of a company of the directory. */
export function CompanySheet({ record, purchasedAt }: { record: CompanyRecord; purchasedAt: string }) {
  return (
    <>
      <Lead
        name={<CompanyLink company={record} />}
        organisation={record.name}
        star={<Star company={record} />}
        purchasedAt={purchasedAt}
      >
        <FormerNames id={record.id} />
        <CompanyLine company={record} />
      </Lead>
      <CompanySection title="Company" company={record} />
      <PurchaseSection>
        <RecordIds record={record} fields={COMPANY_FIELDS} />
      </PurchaseSection>
      <CompanyLinks links={[{ label: "Company page", company: record }]} />
    </>
  );
}
