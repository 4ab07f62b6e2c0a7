import { WEBHOOKS } from "@dealflow/contract/account/webhooks";
import { WEBHOOK_FEEDS } from "@dealflow/contract/webhook-events";
import type { Metadata } from "next";
import { filterSeed } from "@/components/filters/seed";
import { WebhooksPage } from "@/components/settings/webhooks/webhooks-page";
import { accountQuery } from "@/lib/queries/account";
import { deliveriesQuery } from "@/lib/queries/webhooks";
import { AccountPage } from "../../account-page";

export const metadata: Metadata = { title: "Webhooks" };

export default function Page() {
  return (
    <AccountPage
      load={(client) =>
        Promise.all([
          client.fetchQuery(accountQuery(WEBHOOKS.webhooks)),
          client.fetchInfiniteQuery(deliveriesQuery({})),
        ])
      }
    >
      <WebhooksPage seed={filterSeed(WEBHOOK_FEEDS["funding.created"], {}, new Date())} />
    </AccountPage>
  );
}
