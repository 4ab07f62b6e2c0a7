import { FeedLink } from "@/components/shell/feed-link";
import { FEEDS } from "@/lib/contract/feeds";
import { PAGES } from "@/lib/filters/pages";

export default function NotFound() {
  return (
    <div className="message-page">
      <h1 className="text-15 font-semibold tracking-tight">There is no page at this address</h1>
      <p className="mt-1.5 text-text-2">
        There are{" "}
        <FeedLink className="link focus-ring" href={PAGES.funding}>
          {FEEDS.funding.title}
        </FeedLink>{" "}
        and{" "}
        <FeedLink className="link focus-ring" href={PAGES.acquisitions}>
          {FEEDS.acquisitions.title}
        </FeedLink>
        .
      </p>
    </div>
  );
}
