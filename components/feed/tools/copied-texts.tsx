"use client";

import { CopyButton } from "@/components/ui/copy-button";
import { type CopiedRequest, copiedTexts, feedRequest } from "@/lib/client/copy-as";
import { useFeedView } from "@/lib/client/feed-view";
import { useHost } from "@/lib/client/host";
import { LIMIT } from "@/lib/contract/feeds";
import { formatMaxCredits } from "@/lib/format/counts";

interface Props {
  title: string;
  request: CopiedRequest;
  /** What sending it costs: `up to 20 credits`. */
  cost: string;
}

/** A request to use elsewhere. Copying costs nothing; sending it there does. */
export function CopiedTexts({ title, request, cost }: Props) {
  const { apiUrl } = useHost();
  return (
    <div className="tool-panel tool-panel-wide">
      <h2 className="tool-title">{title}</h2>
      {copiedTexts(request, apiUrl).map(({ id, title: name, text }) => (
        <section key={id} aria-label={name} className="tool-copy">
          <div className="tool-copy-head">
            <h3>{name}</h3>
            <CopyButton text={text} what={name} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
          <pre className="tool-code focus-ring-inset" tabIndex={0}>
            {text}
          </pre>
        </section>
      ))}
      <p className="tool-words">
        The key is read from API_KEY and never copied. Copying is 0 credits; each request that is sent costs {cost}.
      </p>
    </div>
  );
}

/** The view's first page as a request. */
export function CopyAsPanel() {
  const { feed, query } = useFeedView();
  return (
    <CopiedTexts title="Copy this view as" request={feedRequest(feed, query)} cost={formatMaxCredits(LIMIT.default)} />
  );
}
