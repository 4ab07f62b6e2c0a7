/** Shows one connection: its scopes, its daily usage, and its latest calls. */

import { CONNECTION_DETAILS, CONNECTIONS, type McpConnection } from "@dealflow/contract/account/connections";
import { SCOPE_NAMES, type Scope } from "@dealflow/contract/scopes";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { column, numberColumn, SimpleTable } from "@/components/data-table/simple-table";
import { endpointTitle } from "@/components/shell/endpoint-titles";
import { Section, Unread } from "@/components/shell/section";
import { count } from "@/lib/format/counts";
import { exactTime } from "@/lib/format/dates";
import { accountKey, callAccount } from "@/lib/queries/account";

const UsedByDay = dynamic(async () => (await import("@/components/charts/used-by-day")).UsedByDay, { ssr: false });

/** The one series counts everything, so it has no key. */
const SERIES = [{ key: "", title: "Credits" }];

export function ConnectionUse({ of }: { of: McpConnection }) {
  const { data, error } = useQuery({
    queryKey: [...accountKey(CONNECTIONS.connection), of.id],
    queryFn: () => callAccount(CONNECTIONS.connection, { id: of.id }),
    // The client may have used the connection in the meantime.
    staleTime: 0,
  });
  const days = new Map(data?.days.map(({ day, credits }) => [day, { "": credits }]));
  return (
    <Section title={of.clientName} aside={`credits used in the last ${CONNECTION_DETAILS.days} days, UTC`}>
      {error !== null && <Unread problem={error.message} />}
      <dl className="grid max-w-[720px] grid-cols-[88px_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1 px-gutter pb-4 [&>dd]:wrap-anywhere [&>dt]:text-12 [&>dt]:text-text-2">
        <dt>Workspace</dt>
        <dd>{of.workspace}</dd>
        <dt>May read</dt>
        <dd>{scopeNames(of.scopes)}</dd>
        <dt>Returns to</dt>
        <dd>{data?.redirectUri ?? "…"}</dd>
        <dt>Connected</dt>
        <dd>
          {exactTime(of.createdAt)} by {of.person}
        </dd>
      </dl>
      {/* The height of the chart is reserved before it is there. */}
      <div className="flex min-h-40 flex-col px-gutter pb-3">
        {data !== undefined &&
          (days.size === 0 ? (
            <p className="text-12 text-text-2">No credits were used in this time.</p>
          ) : (
            <UsedByDay from={data.from} to={data.to} days={days} series={SERIES} />
          ))}
      </div>
      {data !== undefined && data.calls.length > 0 && (
        <SimpleTable<(typeof data.calls)[number]>
          caption={`Latest calls of ${of.clientName}`}
          stacked="tablet"
          dense
          rows={data.calls}
          rowId={({ id }) => id}
          columns={[
            column("endpoint", "Call", {}, (row) => endpointTitle(row.endpoint)),
            column("at", "Time", {}, (row) => exactTime(row.at)),
            numberColumn("credits", "Credits", ({ credits }) => count(credits)),
            column("request", "Request ID", { line: true }, (row) => (
              <code className="font-mono text-11">{row.requestId ?? "–"}</code>
            )),
          ]}
        />
      )}
    </Section>
  );
}

/** The result looks like `funding, exec moves`. */
function scopeNames(scopes: readonly Scope[]): string {
  return SCOPE_NAMES.filter((scope) => scopes.includes(scope))
    .map((scope) => scope.replace("read:", "").replaceAll("_", " "))
    .join(", ");
}
