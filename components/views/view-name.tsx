import { SAVED_LIMITS, type SavedView } from "@dealflow/contract/account/saved";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useFocusBack } from "@/components/ui/focus";
import { TextField } from "@/components/ui/forms/text-field";
import { Link } from "@/components/ui/link";
import { useChange } from "@/lib/client/saved/use-change";
import { savedViewAddress } from "@/lib/filters/pages";

interface Props {
  view: SavedView;
  renaming: boolean;
  onRename: (name: string) => Promise<unknown>;
  onEnd: () => void;
}

/** Shows a link that opens the view, or the field in which its name is changed. */
export function ViewName({ view, renaming, onRename, onEnd }: Props) {
  if (renaming) return <Rename view={view} onRename={onRename} onEnd={onEnd} />;
  return (
    <Link
      className="focus-ring block w-fit max-w-full truncate rounded-1 hover:underline in-data-touch:inline-flex in-data-touch:min-h-row-touch in-data-touch:items-center"
      href={savedViewAddress(view)}
      title={view.name}
    >
      {view.name}
    </Link>
  );
}

function Rename({ view, onRename, onEnd }: Omit<Props, "renaming">) {
  const focusBack = useFocusBack();
  const [name, setName] = useState(view.name);
  const end = () => {
    focusBack();
    onEnd();
  };
  const { error, run } = useChange(end);
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        run(() => onRename(name.trim()));
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") end();
      }}
    >
      <span className="w-50">
        <TextField
          autoFocus
          aria-label={`New name of ${view.name}`}
          aria-invalid={error !== undefined}
          value={name}
          maxLength={SAVED_LIMITS.name}
          onChange={(event) => setName(event.target.value)}
        />
      </span>
      <Button type="submit" disabled={name.trim() === ""}>
        Rename
      </Button>
      <Button variant="quiet" onClick={end}>
        Cancel
      </Button>
      <span role="alert" className="text-12 text-bad-text empty:hidden">
        {error}
      </span>
    </form>
  );
}
