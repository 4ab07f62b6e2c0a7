"use client";
import type { ListPage } from "@dealflow/contract/account-lists";
import { WEBHOOKS, type Webhook, type WebhookDelivery, type WebhookList } from "@dealflow/contract/account-webhooks";
import type { WebhookMode } from "@dealflow/contract/webhook-events";
/** Webhooks of the open workspace: changed by its owners, listed with their deliveries for its members. */
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { SimpleTable } from "@/components/data-table/simple-table";
import type { FilterSeed } from "@/components/filters/filter-seed";
import { Button } from "@/components/ui/button";
import { requestAccount } from "@/lib/client/request-account";
import { formatCount } from "@/lib/format/counts";
import { useAccountAction, useAccountValue } from "@/lib/queries/account";
import { DELIVERIES } from "@/lib/queries/webhooks";
import { requestError } from "../account-error";
import { ConfirmDialog } from "../confirm-dialog";
import { Section, SettingsPage, Unread } from "../settings-page";
import { DeliveriesSection } from "./deliveries-section";
import { DeliveryDialog } from "./delivery-dialog";
import { ReplayMissedDialog } from "./replay-missed-dialog";
import { RotateSecretDialog } from "./rotate-secret-dialog";
import { TestDialog } from "./test-dialog";
import { type WebhookAction, webhookColumns } from "./webhook-columns";
import { WebhookDialog } from "./webhook-dialog";

interface Props {
  initialWebhooks: WebhookList | string;
  initialDeliveries: ListPage<WebhookDelivery> | string;
  seed: FilterSeed;
  note: string | undefined;
}

const COSTS: Readonly<Record<WebhookMode, string>> = {
  included: "Your plan includes deliveries.",
  metered: "Each delivered record that your workspace doesn't own costs 1 credit; without credits, deliveries wait.",
  off: "They are turned off for this workspace: nothing is sent.",
};

type Open =
  | { readonly what: "new" }
  | { readonly what: "edit" | "test" | "rotate" | "delete" | "replay"; readonly webhook: Webhook }
  | { readonly what: "delivery"; readonly id: string };

export function WebhooksPage({ initialWebhooks, initialDeliveries, seed, note }: Props) {
  const { value, set } = useAccountValue(initialWebhooks, WEBHOOKS.webhooks);
  const [open, setOpen] = useState<Open>();
  const client = useQueryClient();
  const { problem, run } = useAccountAction();
  const why = useId();
  const close = () => setOpen(undefined);

  async function refetch(): Promise<void> {
    const reply = await requestAccount(WEBHOOKS.webhooks);
    if (reply.ok) set(reply.value);
    await client.invalidateQueries({ queryKey: DELIVERIES });
  }

  function act(action: WebhookAction, webhook: Webhook): void {
    if (action !== "enable" && action !== "disable") {
      setOpen({ what: action, webhook });
      return;
    }
    void run(async () => {
      const endpoint = action === "enable" ? WEBHOOKS.enableWebhook : WEBHOOKS.disableWebhook;
      const error = await requestError(endpoint, { id: webhook.id });
      await refetch();
      // What was missed meanwhile can be sent now.
      if (error === undefined && action === "enable") setOpen({ what: "replay", webhook });
      return error;
    });
  }

  return (
    <SettingsPage note={note}>
      {({ workspace: { role } }) => {
        const owner = role === "owner";
        if (typeof value === "string") return <Unread problem={value} />;
        const { mode, webhooks } = value;
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
                columns={webhookColumns({ why: owner ? undefined : why, onAction: act })}
              />
            </Section>
            {typeof initialDeliveries === "string" && <Unread problem={initialDeliveries} />}
            {typeof initialDeliveries !== "string" && webhooks.length > 0 && (
              <DeliveriesSection
                initialDeliveries={initialDeliveries}
                webhooks={webhooks}
                onOpen={(id) => setOpen({ what: "delivery", id })}
                onReplay={owner ? (webhook) => setOpen({ what: "replay", webhook }) : undefined}
              />
            )}
            {open?.what === "new" && (
              <WebhookDialog of={undefined} mode={mode} seed={seed} onSaved={refetch} onClose={close} />
            )}
            {open?.what === "edit" && (
              <WebhookDialog of={open.webhook} mode={mode} seed={seed} onSaved={refetch} onClose={close} />
            )}
            {open?.what === "rotate" && <RotateSecretDialog of={open.webhook} onRotated={refetch} onClose={close} />}
            {open?.what === "replay" && <ReplayMissedDialog of={open.webhook} onReplayed={refetch} onClose={close} />}
            {open?.what === "test" && (
              <TestDialog
                of={open.webhook}
                onSent={(id) => {
                  void refetch();
                  setOpen({ what: "delivery", id });
                }}
                onClose={close}
              />
            )}
            {open?.what === "delivery" && <DeliveryDialog key={open.id} id={open.id} owner={owner} onClose={close} />}
            {open?.what === "delete" && (
              <ConfirmDialog
                title="Delete webhook?"
                action="Delete webhook"
                onConfirm={async () => {
                  const error = await requestError(WEBHOOKS.removeWebhook, { id: open.webhook.id });
                  await refetch();
                  return error;
                }}
                onClose={close}
              >
                {open.webhook.url} receives nothing more, and its deliveries are deleted. This can't be undone.
              </ConfirmDialog>
            )}
          </>
        );
      }}
    </SettingsPage>
  );
}
