import type { AccountKey } from "@dealflow/contract/account/keys";
import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";

interface Props {
  keys: readonly AccountKey[];
  /** The word is `their` or `my`. */
  whose: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Offers to revoke the keys that a person created, because they may have kept their text. */
export function RevokeKeysChoice({ keys, whose, checked, onChange }: Props) {
  const id = useId();
  if (keys.length === 0) return null;
  return (
    <div className="mt-3">
      <label htmlFor={id} className="flex items-center gap-2">
        <Checkbox id={id} checked={checked} onChange={(event) => onChange(event.target.checked)} />
        Revoke {whose} {keys.length === 1 ? "key" : `${keys.length} keys`}
      </label>
      <ul className="mt-1 ml-[22px] text-12 text-text-2">
        {keys.map(({ id, name, lastFour }) => (
          <li key={id}>
            {name} <code className="font-mono">…{lastFour}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function activeKeys(personId: string, keys: readonly AccountKey[]): readonly AccountKey[] {
  return keys.filter(({ createdBy, revokedAt }) => createdBy?.id === personId && revokedAt === null);
}
