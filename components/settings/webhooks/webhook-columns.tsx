"use client";

import type { Webhook } from "@dealflow/contract/account/webhooks";
import { actionsColumn, type SimpleColumn } from "@/components/data-table/simple-table";
import { When } from "@/components/shell/when";
import { Button } from "@/components/ui/button";
import { StateMark } from "@/components/ui/marks/state-mark";
import { eventTitle } from "./event-titles";

export type WebhookAction = "edit" | "test" | "rotate" | "disable" | "enable" | "delete";

interface Options {
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

export function webhookColumns({ why, onAction }: Options): readonly SimpleColumn<Webhook>[] {
  return [
    {
      id: "url",
      header: "URL",
      meta: { className: "max-w-60 truncate" },
      cell: ({ row: { original } }) => (
        <span title={original.url}>
          {original.description === "" ? original.url : `${original.description} · ${original.url}`}
        </span>
      ),
    },
    {
      id: "events",
      header: "Events",
      meta: { className: "whitespace-normal", line: true },
      cell: ({ row: { original } }) =>
        original.events
          .map(({ event, query }) => `${eventTitle(event)}${query === "" ? "" : " (filtered)"}`)
          .join(", "),
    },
    {
      id: "state",
      header: "State",
      meta: { className: "whitespace-normal", line: true },
      cell: ({ row: { original } }) => <State of={original} />,
    },
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
