import { INCLUDE } from "@dealflow/contract/timeline";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Popover } from "@/components/ui/popover";
import type { IncludeName } from "@/lib/api/timeline-part";
import { timelineRequest, timelinesRequest } from "@/lib/client/copy-as";
import { batchBody, someKinds } from "@/lib/client/timelines/request";

const LazyTexts = lazyComponent(async () => (await import("@/components/feed/tools/copied-texts")).CopiedTexts);

const TITLE = "Copy this request as";
const COST = "1 credit for each company and 1 for each event";

interface Props {
  kinds: readonly IncludeName[];
}

export function CopyTimelineAs({ id, kinds }: Props & { id: string }) {
  const some = someKinds(kinds);
  return (
    <Popover label="Copy as" title={TITLE}>
      {() => (
        <LazyTexts
          title={TITLE}
          request={timelineRequest({ id, ...(some.length > 0 && { [INCLUDE.param]: some }) })}
          cost={COST}
        />
      )}
    </Popover>
  );
}

export function CopyTimelinesAs({ ids, kinds }: Props & { ids: readonly string[] }) {
  return (
    <Popover label="Copy as" title={TITLE}>
      {() => <LazyTexts title={TITLE} request={timelinesRequest(batchBody(ids, kinds))} cost={COST} />}
    </Popover>
  );
}
