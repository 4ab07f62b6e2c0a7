/** Shows an example of a response until the actual one replaces it. Its height is the same for both. */
import { parseJson } from "@dealflow/client/list-page";
import { useState } from "react";
import { useNow, useZone } from "@/components/shell/clock";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { Segmented } from "@/components/ui/segmented";
import type { ComposedResponse } from "@/lib/client/requests/composed-request";
import { cn } from "@/lib/cn";
import { credits } from "@/lib/format/counts";
import { cachedMark } from "@/lib/format/dates";
import { CodeFrame, CodeText, WRAP } from "./code";
import { useTry } from "./try-state";

export function ResponseBlock({ example }: { example: string }) {
  const { outcome, offer, sending, offline, press } = useTry();
  const response = outcome?.kind === "response" ? outcome.response : undefined;
  // The example was selected again for this response.
  const [examined, setExamined] = useState<ComposedResponse>();
  const shown = response === undefined || examined === response ? undefined : response;
  const text = shown === undefined ? example : responseText(shown);
  return (
    <CodeFrame
      title={
        response === undefined ? (
          "Example response"
        ) : (
          <Segmented
            label="Response"
            options={[
              { value: "response", title: "Response" },
              { value: "example", title: "Example" },
            ]}
            value={shown === undefined ? "example" : "response"}
            onChange={(value) => setExamined(value === "example" ? response : undefined)}
          />
        )
      }
      text={text}
      what={shown === undefined ? "the example" : "the response"}
      className="flex h-100 flex-col sheet:h-[clamp(400px,100dvh-400px,720px)]"
      data-testid="response"
    >
      <p className="shrink-0 px-3 pb-2 text-12/5 text-text-2" role="status">
        {shown === undefined ? "Nothing is sent until you press the button." : <Outcome response={shown} />}
      </p>
      <CodeText className={cn("min-h-0 flex-1", WRAP)}>{text}</CodeText>
      {shown?.purchased && (
        <div className="shrink-0 border-t border-line-strong px-3 py-2">
          <PriceTag price={offer.price} busy={sending} disabled={offline} onClick={() => press("refresh")}>
            Buy again
          </PriceTag>
        </div>
      )}
    </CodeFrame>
  );
}

/** The line reads `200 · 2 credits charged`. */
function Outcome({ response }: { response: ComposedResponse }) {
  const now = useNow();
  const zone = useZone();
  const { status, purchased, purchasedAt } = response;
  const parts = [describeCharge(response)];
  if (purchased && purchasedAt !== undefined) parts.unshift(`owned, as of ${cachedMark(purchasedAt, now, zone)}`);
  // This is one text, because a second one would move when the first becomes longer, which is a layout shift.
  return (
    <>
      <strong className={cn("font-medium", status === 200 ? "text-ok-text" : "text-bad-text")}>{status}</strong>
      {` · ${parts.join(" · ")}`}
    </>
  );
}

function describeCharge({ status, creditsUsed, charged }: ComposedResponse): string {
  if (status === 200) return `${credits(creditsUsed ?? 0)} charged`;
  return charged === "no" ? "nothing was charged" : "this may have been charged; check your balance";
}

/** Writes the headers and the body, with the JSON of the body indented. */
function responseText({ headers, text }: ComposedResponse): string {
  const json = parseJson(text);
  const body = json === undefined ? text : JSON.stringify(json, null, 2);
  return [...headers.map(([name, value]) => `${name}: ${value}`), "", body].join("\n");
}
