/** Shows the charts of a feed where there is no room for them above the rows. */
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ChartStripContent } from "./chart-strip-content";

export function ChartsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Charts" fills onClose={onClose}>
      <div className="min-h-0 flex-1">
        <ChartStripContent />
      </div>
      <Button onClick={onClose}>Close</Button>
    </Dialog>
  );
}
