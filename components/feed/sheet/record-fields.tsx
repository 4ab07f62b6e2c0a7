/** Shows the fields of a record with their labels, as the contract describes them. */
import { text } from "@dealflow/client/tolerant-reader";
import { factsAt, originalPath } from "@dealflow/contract/records/facts";
import type { RecordField } from "@dealflow/contract/records/fields";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "@/components/feed/record/external-link";
import { daysBetween, exactTime, isDay, span } from "@/lib/format/dates";
import { exactMinor, exactUsd } from "@/lib/format/money";
import { listQuery } from "@/lib/queries/lists";
import { Field, Fields, Id } from "./sheet-parts";

interface Props {
  record: unknown;
  fields: readonly RecordField[];
  /** The fields are in a side column. */
  narrow?: boolean;
}

/** The ids are left out, because they stand at the end of a sheet. */
export function RecordFields({ record, fields, narrow = false }: Props) {
  return (
    <Fields narrow={narrow}>
      {fields.map((field) =>
        field.format === "id" ? null : (
          <Field key={field.id} label={field.label}>
            {fieldValue(field, record)}
          </Field>
        ),
      )}
    </Fields>
  );
}

/** @param owner names the company of the ids, such as `Acquirer`, where the record has several companies */
export function RecordIds({ record, fields, owner }: Omit<Props, "narrow"> & { owner?: string }) {
  return fields.map((field) =>
    field.format !== "id" ? null : (
      <Field key={field.id} label={owner === undefined ? field.label : field.label.replace("Company", owner)}>
        {fieldValue(field, record)}
      </Field>
    ),
  );
}

/** Returns what a page shows of a field of a record; null where the value is not known. */
export function fieldValue(field: RecordField, record: unknown) {
  const { path, format, unit = "", titles = [], yesNo } = field;
  const facts = factsAt(record, path);
  const [fact] = facts;
  if (fact === undefined && format === "usd")
    return factsAt(record, originalPath(path)).length > 0 ? "no exchange rate" : "undisclosed";
  if (fact === undefined) return null;
  switch (format) {
    case "usd": {
      const [cents] = factsAt(record, `${path}Cents`);
      return exactUsd(typeof cents === "number" ? cents / 100 : Number(fact));
    }
    case "original":
      return (
        <OriginalAmount minor={Number(fact)} code={text(factsAt(record, path.replace(/Cents$/, "Currency"))[0])} />
      );
    case "choice":
      return `${facts.map((one) => titles.find(({ value }) => value === one)?.title ?? String(one)).join(", ")}${unit}`;
    case "flag":
      return yesNo?.[fact === true ? 0 : 1];
    case "date":
      return <Moment iso={String(fact)} after={field.after && text(factsAt(record, field.after)[0])} />;
    case "country":
      return ["name", "code"].flatMap((key) => text(factsAt(fact, key)[0]) ?? []).join(", ");
    case "domain":
      return <ExternalLink href={`https://${String(fact)}`}>{String(fact)}</ExternalLink>;
    case "profile": {
      const url = field.link && text(factsAt(record, field.link)[0]);
      return url ? <ExternalLink href={url}>{String(fact)}</ExternalLink> : String(fact);
    }
    case "naics":
      return <Naics code={String(fact)} />;
    case "id":
      return <Id text={String(fact)} />;
    default:
      return facts.join(", ");
  }
}

/**
 * The currency is named where its sign does not.
 * @param minor the amount in the smallest unit of the currency
 */
function OriginalAmount({ minor, code }: { minor: number; code: string | null }) {
  if (code === null) return null;
  const amount = exactMinor(minor, code);
  return (
    <>
      {amount} {!amount.includes(code) && <span className="text-text-3">{code}</span>}
    </>
  );
}

/** Shows a moment, and how much later it was than the announcement, if its day is known. */
function Moment({ iso, after }: { iso: string; after: string | null | undefined }) {
  const days = after && isDay(after) ? daysBetween(after, iso) : undefined;
  return (
    <>
      {exactTime(iso)}
      {days !== undefined && days !== 0 && (
        <span className="text-text-3">
          {" "}
          {span(days)} {days > 0 ? "later" : "before"}
        </span>
      )}
    </>
  );
}

/** Shows a code and its title, once the list of codes has been fetched; on one line, so that it moves nothing. */
function Naics({ code }: { code: string }) {
  // Only the code is shown without the list.
  const title = useQuery(listQuery("naics")).data?.find(({ value }) => value === code)?.title;
  return (
    <span className="block truncate" title={title}>
      {[code, title].filter(Boolean).join(" ")}
    </span>
  );
}
