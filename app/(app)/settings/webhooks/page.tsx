import { WEBHOOK_FEEDS } from "@dealflow/contract/webhook-events";
import type { Metadata } from "next";
import { filterSeed } from "@/components/filters/seed";
import { WebhooksPage } from "@/components/settings/webhooks/webhooks-page";
import { workspaceDeliveries, workspaceWebhooks } from "@/lib/server/settings-pages";
import { shellState } from "@/lib/server/shell-state";

export const metadata: Metadata = { title: "Webhooks" };

export default async function Page() {
  const [webhooks, deliveries, { demo }] = await Promise.all([
    workspaceWebhooks(),
    workspaceDeliveries(),
    shellState(),
  ]);
  return (
    <WebhooksPage
      initialWebhooks={webhooks}
      initialDeliveries={deliveries}
      seed={filterSeed(WEBHOOK_FEEDS["funding.created"], {}, new Date())}
      note={demo ? "Demo data" : undefined}
    />
  );
}
