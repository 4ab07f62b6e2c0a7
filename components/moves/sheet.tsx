"use client";

import type { ExecMoveRecord } from "@dealflow/client/records";
import { titleOf } from "@/components/feed/record/company";
import { ExternalLink } from "@/components/feed/record/external-link";
import { CompanyFields, CompanyLine } from "@/components/feed/sheet/company-fields";
import { CompanyLink, EventLinks, TimelineLinks } from "@/components/feed/sheet/record-links";
import { Field, Fields, Id, Later, PurchasedLine, Section, Sources } from "@/components/feed/sheet/sheet-parts";
import { MOVE_TYPES, ROLE_SENIORITIES } from "@/lib/contract/values/events";
import { exactTime, longDate } from "@/lib/format/dates";
import { MoveMark } from "./move-mark";

/** One executive's move: every field of its record. */
export function MoveSheet({ record, heldAt }: { record: ExecMoveRecord; heldAt: string }) {
  const { person, role, roleSeniority, moveType, company, fromCompany } = record;
  return (
    <>
      <div className="sheet-lead">
        <p className="sheet-name">{person?.name ?? "Person not named"}</p>
        <p className="sheet-line">{role ?? "Role not stated"}</p>
        <p className="sheet-line">
          <span className="font-medium text-text-1">
            <CompanyLink company={company} />
          </span>
          {fromCompany !== null && (
            <>
              {" from "}
              <CompanyLink company={fromCompany} />
            </>
          )}
        </p>
        <p className="sheet-what">
          <span className="font-medium">{moveType === null ? "Kind not stated" : <MoveMark type={moveType} />}</span>
          <span>{record.announcedAt && longDate(record.announcedAt)}</span>
        </p>
        <PurchasedLine heldAt={heldAt} />
      </div>
      <Section title="Move">
        <Fields>
          <Field label="Kind">{moveType && titleOf(MOVE_TYPES, moveType)}</Field>
          <Field label="Role">{role}</Field>
          <Field label="Seniority">{roleSeniority && titleOf(ROLE_SENIORITIES, roleSeniority)}</Field>
          <Field label="Announced">{record.announcedAt && exactTime(record.announcedAt)}</Field>
          <Field label="Effective">{record.effectiveDate && exactTime(record.effectiveDate)}</Field>
          <Field label="Discovered">
            {record.discoveredAt && <Later iso={record.discoveredAt} than={record.announcedAt} />}
          </Field>
          <Field label="Move id">{record.id && <Id text={record.id} />}</Field>
        </Fields>
      </Section>
      <Section title="Person">
        <Fields>
          <Field label="Name">{person?.name}</Field>
          <Field label="Profile">
            {person?.socialUrl ? (
              <ExternalLink href={person.socialUrl}>{person.socialHandle ?? person.socialUrl}</ExternalLink>
            ) : (
              person?.socialHandle
            )}
          </Field>
          <Field label="Person id">{person?.id && <Id text={person.id} />}</Field>
        </Fields>
      </Section>
      <Section title="Company">
        <CompanyLine company={company} />
        <EventLinks company={company} />
        <CompanyFields company={company} />
      </Section>
      {fromCompany !== null && (
        <Section title="Company before">
          <EventLinks company={fromCompany} />
          <CompanyFields company={fromCompany} />
        </Section>
      )}
      <Sources sources={record.sources} />
      <TimelineLinks
        links={[
          { label: "Timeline", company },
          { label: "Timeline before", company: fromCompany },
        ]}
      />
    </>
  );
}
