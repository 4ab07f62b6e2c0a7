import type { ExecMoveRecord } from "@dealflow/client/records";
import { COMPANY_FIELDS, MOVE_FIELDS, PERSON_FIELDS } from "@dealflow/contract/records/fields";
import { MOVE_TYPES } from "@dealflow/contract/values/events";
import { longDate } from "@/lib/format/dates";
import { listedTitle } from "@/lib/format/listed-title";
import { CompanyLine, CompanySection } from "./company-fields";
import { PurchaseSection } from "./purchase-section";
import { RecordFields, RecordIds } from "./record-fields";
import { CompanyLink, CompanyLinks, PersonLink } from "./record-links";
import { Lead, Line, Section, Sources, What } from "./sheet-parts";

export function MoveSheet({ record, purchasedAt }: { record: ExecMoveRecord; purchasedAt: string }) {
  const { person, role, moveType, company, fromCompany } = record;
  return (
    <>
      <Lead name={<PersonLink person={person} />} purchasedAt={purchasedAt}>
        <Line>{role ?? "Role not stated"}</Line>
        <Line>
          <span className="font-medium text-text-1">
            <CompanyLink company={company} />
          </span>
          {fromCompany !== null && (
            <>
              {" from "}
              <CompanyLink company={fromCompany} />
            </>
          )}
        </Line>
        <CompanyLine company={company} />
        <What when={record.announcedAt && longDate(record.announcedAt)}>
          <span className="font-medium">
            {moveType === null ? "Kind not stated" : listedTitle(MOVE_TYPES, moveType)}
          </span>
        </What>
      </Lead>
      <Section title="Move">
        <RecordFields record={record} fields={MOVE_FIELDS} />
      </Section>
      <Section title="Person">
        <RecordFields record={record} fields={PERSON_FIELDS} />
      </Section>
      <CompanySection title="Company" company={company} />
      {fromCompany !== null && <CompanySection title="Previous company" company={fromCompany} />}
      <Sources sources={record.sources} />
      <PurchaseSection>
        <RecordIds record={record} fields={MOVE_FIELDS} />
        <RecordIds record={record} fields={PERSON_FIELDS} />
        <RecordIds record={company} fields={COMPANY_FIELDS} />
        {fromCompany !== null && <RecordIds record={fromCompany} fields={COMPANY_FIELDS} owner="Previous company" />}
      </PurchaseSection>
      <CompanyLinks
        links={[
          { label: "Company page", company },
          { label: "Previous company’s page", company: fromCompany },
        ]}
      />
    </>
  );
}
