"use client";
/** Looks up a company and opens its page, which shows the price of its timeline. */

import type { Selector } from "@dealflow/contract/timeline";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Heading } from "@/components/feed/record/page-parts";
import { Page } from "@/components/shell/page";
import type { IncludeName } from "@/lib/api/timeline-part";
import { ALL_KINDS } from "@/lib/api/timeline-part";
import { useHost } from "@/lib/client/host";
import { blockedOffline } from "@/lib/client/offline-navigation";
import { companyAddress } from "@/lib/client/timelines/addresses";
import { Kinds } from "../kinds";
import { LookUpBox } from "./look-up-box";

interface Props {
  first: { readonly by: Selector["param"]; readonly text: string } | undefined;
  missing: boolean;
  kinds: readonly IncludeName[];
}

export function LookUpPage({ first, missing, kinds }: Props) {
  const router = useRouter();
  const { own } = useHost();
  const [chosen, setChosen] = useState(kinds);
  const kindsToLoad = chosen.length === 0 ? ALL_KINDS : chosen;
  return (
    <Page title="Look up a company">
      <div className="max-w-measure">
        <p className="text-text-2">
          {own
            ? "Looking up is free. The company page shows the price of the timeline before you buy."
            : "On this host, a look-up buys the timeline: 1 credit for the company and 1 for each event."}
        </p>
        {missing && first !== undefined && (
          <p className="mt-3 font-medium">No company is known by “{first.text.slice(0, 80)}”. Nothing was charged.</p>
        )}
        <div className="mt-4">
          <LookUpBox
            action="Find"
            kinds={kindsToLoad}
            first={first}
            onFound={(id) => {
              const href = companyAddress(id, kindsToLoad);
              if (!blockedOffline({ href, title: "The company" })) router.push(href);
            }}
          />
        </div>
        <div className="mt-5">
          <Heading level={2}>Events to include</Heading>
        </div>
        <Kinds offered={ALL_KINDS} chosen={chosen} onChoose={setChosen} />
        <p className="mt-2 text-12 text-text-2">{chosen.length === 0 && "None selected, so all three are included."}</p>
      </div>
    </Page>
  );
}
