"use client";

import { CopyButton } from "@/components/ui/copy-button";
import { copiedTexts, feedRequest } from "@/lib/client/copy-as";
import { useFeedView } from "@/lib/client/feed-view";
import { useHost } from "@/lib/client/host";
import { LIMIT } from "@/lib/contract/feeds";
import { upToCredits } from "@/lib/format/counts";

/** The view's first page as a request to use elsewhere. Copying costs nothing; sending it there does. */
export function CopyAsPanel() {
  const { feed, query } = useFeedView();
  const { apiUrl } = useHost();
  return (
    <div className="tool-panel tool-panel-wide">
      <h2 className="tool-title">Copy this view as</h2>
      {copiedTexts(feedRequest(feed, query), apiUrl).map(({ id, title, text }) => (
        <section key={id} aria-label={title} className="tool-copy">
          <div className="tool-copy-head">
            <h3>{title}</h3>
            <CopyButton text={text} what={title} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
          <pre className="tool-code focus-ring-inset" tabIndex={0}>
            {text}
          </pre>
        </section>
      ))}
      <p className="tool-words">
        The key is read from API_KEY and never copied. Copying is 0 credits; each request that is sent costs{" "}
        {upToCredits(LIMIT.default)}.
      </p>
    </div>
  );
}
