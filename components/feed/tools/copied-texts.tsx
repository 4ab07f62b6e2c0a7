import { LIMIT } from "@dealflow/contract/feeds";
import { CopyButton } from "@/components/ui/copy-button";
import { apiOrder, type CopiedRequest, copiedTexts, feedRequest } from "@/lib/client/copy-as";
import { useFeedView } from "@/lib/client/feed-view";
import { useHost } from "@/lib/client/host";
import { formatMaxCredits } from "@/lib/format/counts";

interface Props {
  title: string;
  request: CopiedRequest;
  /** Sending the request costs this, such as `up to 20 credits`. */
  cost: string;
}

/** Shows a request to use elsewhere. Copying costs nothing; sending it there does. */
export function CopiedTexts({ title, request, cost }: Props) {
  const { apiUrl } = useHost();
  return (
    <div className="flex w-[560px] max-w-full flex-col gap-3 p-3">
      <h2 className="font-semibold">{title}</h2>
      {copiedTexts(request, apiUrl).map(({ id, title: name, text }) => (
        <section key={id} aria-label={name} className="grid gap-1">
          <div className="flex items-baseline justify-between text-12 font-medium">
            <h3>{name}</h3>
            <CopyButton text={text} what={name} />
          </div>
          <pre
            className="focus-ring-inset max-h-[168px] overflow-auto rounded-2 bg-surface-well px-2.5 py-2 font-mono text-12 whitespace-pre-wrap wrap-anywhere"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
            tabIndex={0}
          >
            {text}
          </pre>
        </section>
      ))}
      <p className="text-12 text-text-2">
        The key is read from DEALFLOW_API_KEY and never copied. Copying is 0 credits; each request that is sent costs{" "}
        {cost}.
      </p>
    </div>
  );
}

/** Shows the view's first page as a request. */
export function CopyAsPanel() {
  const { feed, query, shownOrder } = useFeedView();
  const { own } = useHost();
  const order = own ? apiOrder(feed, shownOrder) : {};
  const request = feedRequest(feed, { ...order, ...query });
  return <CopiedTexts title="Copy this view as" request={request} cost={formatMaxCredits(LIMIT.default)} />;
}
