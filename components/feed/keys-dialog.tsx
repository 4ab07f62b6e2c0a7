import { usePreferences } from "@/components/shell/preferences/preferences-provider";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { KeyCap } from "@/components/ui/marks/key-cap";
import { Switch } from "@/components/ui/switch";

const KEYS = [
  [["↓", "j"], "Next row; at the last one, load more"],
  [["↑", "k"], "Previous row"],
  [["Page down", "Page up"], "Move by a page"],
  [["Home", "End"], "First and last loaded row"],
  [["Enter"], "Reveal a preview for 1 credit; open details; press again to focus them"],
  [["x", "Space"], "Toggle selection"],
  [["Ctrl C"], "Copy the selected rows, for a spreadsheet"],
  [["s"], "Toggle watch"],
  [["Esc"], "Close details, then clear the selection"],
  [["←", "→"], "In the headers: from column to column; Enter sorts by it"],
  [["Shift ←", "Shift →"], "In the headers: narrower, wider"],
  [["Shift →"], "In a chart over time: select several periods; Enter filters by them"],
  [["Alt ↓"], "In the headers: the column's menu"],
  [["Shift click"], "On a header: sort by several columns; on a row: select a range"],
  [["/"], "Search"],
  [["f"], "Filters"],
  [["Ctrl K"], "Go to a page, or filter by typing"],
  [["?"], "This list"],
] as const;

/** Lists every key, with the switch that turns letters off. The dialog is open while mounted. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { keys, choose } = usePreferences();
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="my-3">
        {KEYS.map(([caps, does]) => (
          <div key={does} className="grid grid-cols-[132px_1fr] items-center py-1">
            <dt className="flex gap-1">
              {caps.map((cap) => (
                <KeyCap key={cap}>{cap}</KeyCap>
              ))}
            </dt>
            <dd className="text-text-2">{does}</dd>
          </div>
        ))}
      </dl>
      <div className="flex items-center gap-2 border-t border-line pt-3">
        <Switch
          checked={keys === "on"}
          onChange={(on) => choose("keys", on ? "on" : "off")}
          label="Letters and ? work as keys"
        />
        <span aria-hidden="true" className="text-12 text-text-2">
          Letters and ? work as keys
        </span>
        <Button className="ml-auto" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
