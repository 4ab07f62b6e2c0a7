"use client";

/**
 * Shows which app requests access, to which data and workspace, and up to which cost. Approving makes a connection, and
 * spends nothing.
 */
import { CONNECTIONS, type ConnectionRequest } from "@dealflow/contract/account/connections";
import type { ResponseOf } from "@dealflow/contract/account/endpoint";
import type { Identity } from "@dealflow/contract/account/people";
import { DEFAULT_DAILY_ALLOWANCE, SCOPES, type Scope } from "@dealflow/contract/scopes";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { FIELD } from "@/components/ui/forms/text-field";
import { useBrowserValue } from "@/components/ui/hooks/use-browser-value";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { cn } from "@/lib/cn";
import { ALLOWANCE_RULE, parseAllowance } from "@/lib/format/allowance";
import { count } from "@/lib/format/counts";
import { FREE } from "@/lib/format/price";
import { combineMutations, useAccountMutation } from "@/lib/queries/account-mutation";

interface Props {
  id: string;
  request: ConnectionRequest;
  identity: Identity;
}

export function ConsentPage({ id, request, identity: { workspace: open, workspaces } }: Props) {
  const [scopes, setScopes] = useState<readonly Scope[]>(request.scopes);
  const [workspace, setWorkspace] = useState(open.id);
  const [allowance, setAllowance] = useState(String(DEFAULT_DAILY_ALLOWANCE));
  const onSuccess = ({ location }: ResponseOf<typeof CONNECTIONS.approveConnection>) =>
    window.location.assign(location);
  const approve = useAccountMutation(CONNECTIONS.approveConnection, { onSuccess });
  const deny = useAccountMutation(CONNECTIONS.denyConnection, { onSuccess });
  const decision = combineMutations(approve, deny);
  const left = approve.isSuccess || deny.isSuccess;
  // The button is disabled until hydration, because pressing it earlier would do nothing.
  const ready = useBrowserValue<boolean>(() => true, false);
  const dailyAllowance = parseAllowance(allowance);

  const locked = !ready || decision.isPending || left;

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (locked || dailyAllowance === undefined) return;
        approve.mutate({ id, body: { workspace, scopes, dailyAllowance } });
      }}
    >
      <h1 className="text-15 font-semibold tracking-tight wrap-anywhere">
        Connect{" "}
        {request.clientName !== null && (
          <>
            <bdi>{request.clientName}</bdi> from{" "}
          </>
        )}
        {request.clientHost}
      </h1>
      <p className="mt-1 text-text-2">
        It asks to read data over MCP for one of your workspaces. It can change nothing, and it never sees a key.
      </p>
      <dl className="mt-4 grid grid-cols-[76px_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1.5 [&>dd]:wrap-anywhere [&>dt]:text-12 [&>dt]:text-text-2">
        <dt>Client</dt>
        <dd>
          {getOrigin(request)}
          {!request.verified && request.clientName !== null && (
            <span className="block text-12 text-text-2">The name is what the app calls itself.</span>
          )}
        </dd>
        <dt>Returns to</dt>
        <dd>{request.redirectUri}</dd>
        <dt>Workspace</dt>
        <dd>
          {workspaces.length === 1 ? (
            open.name
          ) : (
            <select
              aria-label="Workspace"
              className={cn(FIELD, "max-w-72")}
              value={workspace}
              onChange={(event) => setWorkspace(event.target.value)}
            >
              {workspaces.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </select>
          )}
        </dd>
      </dl>
      <ScopeList requested={request.scopes} chosen={scopes} onChange={setScopes} />
      <div className="mt-4 flex items-center justify-between gap-4">
        <p>
          <label htmlFor="allowance" className="font-medium">
            Daily limit
          </label>
          <span id="cost" className="block text-12 text-text-2">
            1 credit for each record it gets, from this workspace. Lists of values, counts and errors are free.
          </span>
        </p>
        <span className="relative w-32 shrink-0">
          <input
            id="allowance"
            inputMode="numeric"
            autoComplete="off"
            aria-describedby="cost"
            aria-invalid={dailyAllowance === undefined || undefined}
            className={cn(FIELD, "pr-14")}
            value={allowance}
            onChange={(event) => setAllowance(event.target.value)}
          />
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-2 grid place-items-center text-12 text-text-2"
          >
            credits
          </span>
        </span>
      </div>
      <div role="alert" className="mt-2 text-12 text-bad-text empty:hidden">
        {dailyAllowance === undefined && ALLOWANCE_RULE}
        {scopes.length === 0 && "Select at least one kind of data."}
      </div>
      <FormProblem of={decision} />
      <div className="mt-5 flex gap-2">
        <Button
          className="h-control-lg! flex-1 text-13! max-tablet:h-row-touch!"
          disabled={locked}
          onClick={() => deny.mutate({ id })}
        >
          Cancel
        </Button>
        <PriceTag
          type="submit"
          primary
          price={{ ...FREE, words: `up to ${count(dailyAllowance ?? 0)} a day` }}
          className="h-control-lg! flex-[1.6] text-13! max-tablet:h-row-touch!"
          disabled={locked || dailyAllowance === undefined || scopes.length === 0}
        >
          Allow
        </PriceTag>
      </div>
      {/* An app on this computer may take over while this page stays open. */}
      <p role="status" className="mt-3 text-12 text-text-2 empty:hidden">
        {left && "Returning to the app. You can close this page."}
      </p>
    </form>
  );
}

function getOrigin({ clientHost, redirectUri, verified }: ConnectionRequest): string {
  return !verified && !redirectUri.startsWith("https://") ? `An app on this computer (${clientHost})` : clientHost;
}

interface ScopeListProps {
  requested: readonly Scope[];
  chosen: readonly Scope[];
  onChange: (chosen: readonly Scope[]) => void;
}

/** Lists each scope that a client requests, with its meaning. */
function ScopeList({ requested, chosen, onChange }: ScopeListProps) {
  const id = useId();
  return (
    <fieldset className="mt-4">
      <legend className="sr-only">What it may read</legend>
      {requested.map((scope) => (
        <label
          key={scope}
          htmlFor={`${id}-${scope}`}
          className="flex min-h-9 cursor-pointer items-center gap-2.5 border-t border-line py-1.5 last:border-b max-tablet:min-h-row-touch"
        >
          <Checkbox
            id={`${id}-${scope}`}
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              onChange(
                target.checked
                  ? requested.filter((one) => one === scope || chosen.includes(one))
                  : chosen.filter((one) => one !== scope),
              )
            }
          />
          <span className="min-w-0 flex-1">{SCOPES[scope]}</span>
          <code className="shrink-0 font-mono text-11 text-text-2 max-tablet:hidden">{scope}</code>
        </label>
      ))}
    </fieldset>
  );
}
