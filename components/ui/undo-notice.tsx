/** What was just done, and the way back. Floats at the foot of the page, so that nothing moves. */
import { Button } from "./button";

export interface Done {
  readonly text: string;
  readonly undo?: () => void;
}

export function UndoNotice({ done, onClose }: { done: Done | undefined; onClose: () => void }) {
  return (
    <div role="status" className="undo-place">
      {done && (
        <p className="undo-notice">
          <span className="min-w-0 flex-1">{done.text}</span>
          {done.undo && (
            <Button
              onClick={() => {
                done.undo?.();
                onClose();
              }}
            >
              Undo
            </Button>
          )}
          <Button look="quiet" onClick={onClose}>
            Close
          </Button>
        </p>
      )}
    </div>
  );
}
