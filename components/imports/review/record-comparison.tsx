import type { FeedName } from "@dealflow/contract/feeds";
import { factsAt } from "@dealflow/contract/records/facts";
import { comparedFields, type RecordField, recordFields } from "@dealflow/contract/records/fields";
import type { ReactNode } from "react";
import { Missing } from "@/components/feed/columns/cells";
import { fieldValue } from "@/components/feed/sheet/record-fields";
import { cn } from "@/lib/cn";

interface ComparedRecord {
  readonly title: ReactNode;
  readonly id: string;
  /** The record is null when it is no longer stored. */
  readonly record: unknown;
}

interface Props {
  feed: FeedName;
  first: ComparedRecord;
  second?: ComparedRecord | undefined;
}

/** Shows the fields of a record, next to those of another of the same feed; fields that differ stand out. */
export function RecordComparison({ feed, first, second }: Props) {
  const compared = second === undefined ? [first] : [first, second];
  const stored = compared.filter(({ record }) => record !== null);
  const fields = (stored.length === 1 ? recordFields(feed) : comparedFields(feed)).filter(({ path }) =>
    stored.some(({ record }) => factsAt(record, path).length > 0),
  );
  return (
    <table className="mt-4 w-full table-fixed border-collapse text-left" data-testid="record-comparison">
      <caption className="sr-only">{second === undefined ? "The record" : "Both records"}</caption>
      <thead>
        <tr className="align-baseline text-12 text-text-2">
          <th scope="col" className="w-32 max-tablet:w-24">
            <span className="sr-only">Field</span>
          </th>
          {compared.map(({ title, id, record }) => (
            <th key={id} scope="col" className="py-1 pr-3 font-regular">
              {title}
              {record === null && <span className="block">no longer stored</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => {
          const differs = stored.length > 1 && differ(field, stored);
          return (
            <tr key={field.path} className="border-t border-line align-baseline" data-differs={differs || undefined}>
              <th scope="row" className="py-1 pr-3 text-12 font-regular text-text-2">
                {field.label}
                {differs && <span className="sr-only"> (differs)</span>}
              </th>
              {compared.map(({ id, record }) => (
                <td
                  key={id}
                  className={cn(
                    "py-1 pr-3 wrap-anywhere",
                    stored.length > 1 && (differs ? "font-medium" : "text-text-2"),
                  )}
                >
                  {record === null ? null : (fieldValue(field, record) ?? <Missing />)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function differ({ path }: RecordField, records: readonly ComparedRecord[]): boolean {
  return new Set(records.map(({ record }) => JSON.stringify(factsAt(record, path)))).size > 1;
}
