"use client";
/** An example of a response, replaced by the actual one. Its height does not depend on which. */
import { parseJson } from "@dealflow/client/list-page";
import { useState } from "react";
import { useNow, useZone } from "@/components/shell/clock";
import { CopyButton } from "@/components/ui/copy-button";
import { PriceTag } from "@/components/ui/price-tag";
import { Segmented } from "@/components/ui/segmented";
import type { ComposedResponse } from "@/lib/client/composed-request";
import { credits } from "@/lib/format/counts";
import { cachedMark } from "@/lib/format/dates";
import { useTry } from "./try-state";

export function ResponseBlock({ example }: { example: string }) {
  const { outcome, offer, sending, offline, press } = useTry();
  const response = outcome?.kind === "response" ? outcome.response : undefined;
  // The response for which the example was selected again.
  const [examined, setExamined] = useState<ComposedResponse>();
  const shown = response === undefined || examined === response ? undefined : response;
  const text = shown === undefined ? example : textOf(shown);
  return (
    <figure
      className="reference-code reference-answer"
      data-testid="response"
      data-answered={shown === undefined ? undefined : ""}
    >
      <figcaption>
        {response === undefined ? (
          "Example response"
        ) : (
          <Segmented
            label="Response"
            options={[
              { value: "answer", title: "Response" },
              { value: "example", title: "Example" },
            ]}
            value={shown === undefined ? "example" : "answer"}
            onChange={(value) => setExamined(value === "example" ? response : undefined)}
          />
        )}
        <CopyButton text={text} what={shown === undefined ? "the example" : "the response"} />
      </figcaption>
      <p className="reference-outcome" role="status" data-status={shown && (shown.status === 200 ? "ok" : "bad")}>
        {shown === undefined ? "Nothing is sent until you press the button." : <Outcome response={shown} />}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <pre tabIndex={0} className="focus-ring-inset">
        {text}
      </pre>
      {shown?.purchased && (
        <div className="reference-again">
          <PriceTag price={offer.price} busy={sending} disabled={offline} onClick={() => press("refresh")}>
            Buy again
          </PriceTag>
        </div>
      )}
    </figure>
  );
}

/** `200 · 2 credits charged`. */
function Outcome({ response }: { response: ComposedResponse }) {
  const now = useNow();
  const zone = useZone();
  return (
    <>
      <strong>{response.status}</strong>
      {" · "}
      {response.purchased &&
        response.heldAt !== undefined &&
        `owned, as of ${cachedMark(response.heldAt, now, zone)} · `}
      {chargeOf(response)}
    </>
  );
}

function chargeOf({ status, creditsUsed, charged }: ComposedResponse): string {
  if (status === 200) return `${credits(creditsUsed ?? 0)} charged`;
  return charged === "no" ? "nothing was charged" : "this may have been charged; check your balance";
}

/** Headers and body, the body on as many lines as it takes to read it. */
function textOf({ headers, text }: ComposedResponse): string {
  const json = parseJson(text);
  const body = json === undefined ? text : JSON.stringify(json, null, 2);
  return [...headers.map(([name, value]) => `${name}: ${value}`), "", body].join("\n");
}
