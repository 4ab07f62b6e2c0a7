"use client";
/** Lists the webhooks of the open workspace with their deliveries; its owners change them. */

import { WEBHOOKS, type Webhook } from "@dealflow/contract/account/webhooks";
import type { WebhookMode } from "@dealflow/contract/webhook-events";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { actionsColumn, column, type SimpleColumn, SimpleTable } from "@/components/data-table/simple-table";
import type { FilterSeed } from "@/components/filters/filter-seed";
import { Section, Unread } from "@/components/shell/section";
import { When } from "@/components/shell/when";
import { Button } from "@/components/ui/button";
import { closeToNeighbour } from "@/components/ui/focus";
import { ActionDialog } from "@/components/ui/forms/action-dialog";
import { StateMark } from "@/components/ui/marks/state-mark";
import { useIdentity } from "@/lib/client/host";
import { formatCount } from "@/lib/format/counts";
import { accountQuery } from "@/lib/queries/account";
import { combineMutations, useAccountMutation } from "@/lib/queries/account-mutation";
import { ReplayMissedDialog, RotateSecretDialog, TestDialog } from "./action-dialogs";
import { DeliveriesSection } from "./deliveries-section";
import { DeliveryDialog } from "./delivery-dialog";
import { eventTitle } from "./event-titles";
import { WebhookDialog } from "./webhook-dialog";

const COSTS: Readonly<Record<WebhookMode, string>> = {
  included: "Your plan includes deliveries.",
  metered: "Each delivered record that your workspace doesn't own costs 1 credit; without credits, deliveries wait.",
  off: "They are turned off for this workspace: nothing is sent.",
};

type Open =
  | { readonly what: "new" }
  | { readonly what: "edit" | "test" | "rotate" | "delete" | "replay"; readonly webhook: Webhook }
  | { readonly what: "delivery"; readonly id: string };

export function WebhooksPage({ seed }: { seed: FilterSeed }) {
  const owner = useIdentity().workspace.role === "owner";
  const { mode, webhooks } = useSuspenseQuery(accountQuery(WEBHOOKS.webhooks)).data;
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const why = useId();
  const invalidates = [WEBHOOKS.webhooks, WEBHOOKS.webhookDeliveries];
  const enable = useAccountMutation(WEBHOOKS.enableWebhook, {
    invalidates,
    // Events that were missed in the meantime can be sent now.
    onSuccess: (webhook) => setOpen({ what: "replay", webhook }),
  });
  const disable = useAccountMutation(WEBHOOKS.disableWebhook, { invalidates });
  const remove = useAccountMutation(WEBHOOKS.removeWebhook, { invalidates, onSuccess: () => closeToNeighbour(close) });
  const { problem } = combineMutations(enable, disable);

  function onAction(action: WebhookAction, webhook: Webhook): void {
    if (action === "enable") enable.mutate({ id: webhook.id });
    else if (action === "disable") disable.mutate({ id: webhook.id });
    else setOpen({ what: action, webhook });
  }

  return (
    <>
      <Section
        title="Webhooks"
        aside={formatCount(webhooks.length, "webhook")}
        tools={
          <Button
            variant="primary"
            disabled={!owner || mode === "off"}
            aria-describedby={owner ? undefined : why}
            onClick={() => setOpen({ what: "new" })}
          >
            New webhook
          </Button>
        }
        words={
          <>
            Webhooks send new events to your endpoint as they are added. {COSTS[mode]}{" "}
            {!owner && <span id={why}>Only owners can create and change webhooks.</span>}
          </>
        }
      >
        {problem !== undefined && <Unread problem={problem} />}
        <SimpleTable
          caption="Webhooks"
          stacked="panel"
          empty="No webhooks yet."
          rows={webhooks}
          rowId={({ id }) => id}
          columns={webhookColumns({ why: owner ? undefined : why, onAction })}
        />
      </Section>
      {webhooks.length > 0 && (
        <DeliveriesSection
          webhooks={webhooks}
          onOpen={(id) => setOpen({ what: "delivery", id })}
          onReplay={owner ? (webhook) => setOpen({ what: "replay", webhook }) : undefined}
        />
      )}
      {open?.what === "new" && <WebhookDialog of={undefined} mode={mode} seed={seed} onClose={close} />}
      {open?.what === "edit" && <WebhookDialog of={open.webhook} mode={mode} seed={seed} onClose={close} />}
      {open?.what === "rotate" && <RotateSecretDialog of={open.webhook} onClose={close} />}
      {open?.what === "replay" && <ReplayMissedDialog of={open.webhook} onClose={close} />}
      {open?.what === "test" && (
        <TestDialog of={open.webhook} onSent={(id) => setOpen({ what: "delivery", id })} onClose={close} />
      )}
      {open?.what === "delivery" && <DeliveryDialog key={open.id} id={open.id} owner={owner} onClose={close} />}
      {open?.what === "delete" && (
        <ActionDialog
          title="Delete webhook?"
          description={`${open.webhook.url} receives nothing more, and its deliveries are deleted. This can't be undone.`}
          action="Delete webhook"
          status={remove}
          onAction={() => remove.mutate({ id: open.webhook.id })}
          onClose={close}
        />
      )}
    </>
  );
}

type WebhookAction = "edit" | "test" | "rotate" | "disable" | "enable" | "delete";

interface ColumnOptions {
  /** The element with this id tells why this person may change nothing; it is undefined when they may. */
  why: string | undefined;
  onAction: (action: WebhookAction, webhook: Webhook) => void;
}

const TITLES: Readonly<Record<WebhookAction, string>> = {
  edit: "Edit",
  test: "Test",
  rotate: "Rotate",
  disable: "Disable",
  enable: "Enable",
  delete: "Delete",
};

function webhookColumns({ why, onAction }: ColumnOptions): readonly SimpleColumn<Webhook>[] {
  return [
    // Each has a line of its own, so that a long description doesn't hide the address.
    column("url", "URL", { className: "panel:w-1/3 panel:max-w-0 truncate" }, (row) => (
      <>
        {row.description !== "" && <span className="block truncate">{row.description}</span>}
        <span className="block truncate" title={row.url}>
          {row.url}
        </span>
      </>
    )),
    column("events", "Events", { className: "whitespace-normal", line: true }, (row) =>
      row.events.map(({ event, query }) => `${eventTitle(event)}${query === "" ? "" : " (filtered)"}`).join(", "),
    ),
    column("state", "State", { className: "whitespace-normal", line: true }, (row) => <State of={row} />),
    // The actions have a line of their own in a stack.
    { ...actionsColumn(webhookActions), meta: { hiddenHeader: true, className: "w-px", line: true } },
  ];

  function webhookActions(webhook: Webhook) {
    const actions: readonly WebhookAction[] =
      webhook.disabledAt === null
        ? ["test", "edit", "rotate", "disable", "delete"]
        : ["enable", "edit", "rotate", "delete"];
    return actions.map((action) => (
      <Button
        key={action}
        variant="quiet"
        aria-label={`${TITLES[action]}: ${webhook.url}`}
        disabled={why !== undefined}
        aria-describedby={why}
        onClick={() => onAction(action, webhook)}
      >
        {TITLES[action]}
      </Button>
    ));
  }
}

const REASONS = {
  manual: "Disabled",
  failing: "Disabled after 5 days of failures",
  gone: "Disabled: the endpoint answered 410",
} as const;

function State({ of: { disabledAt, disabledReason, failingSince, signed } }: { of: Webhook }) {
  if (disabledAt !== null)
    return (
      <StateMark kind="ended">
        {REASONS[disabledReason ?? "manual"]}, <When at={disabledAt} />
      </StateMark>
    );
  if (!signed) return <StateMark kind="failed">No secret: rotate it</StateMark>;
  if (failingSince !== null)
    return (
      <StateMark kind="failed">
        Failing since <When at={failingSince} />
      </StateMark>
    );
  return <StateMark kind="ok">Enabled</StateMark>;
}
