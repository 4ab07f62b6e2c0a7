"use client";
/** Says whether a file is all that its source has. */
import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";

interface Props {
  isFull: boolean;
  isFixed: boolean;
  onChange: (isFull: boolean) => void;
}

export function FullChoice({ isFull, isFixed, onChange }: Props) {
  const box = useId();
  const words = useId();
  return (
    <div className="mb-4 flex items-start gap-2">
      <span className="mt-[3px] inline-flex">
        <Checkbox
          id={box}
          aria-describedby={words}
          checked={isFull}
          disabled={isFixed}
          onChange={(event) => onChange(event.target.checked)}
        />
      </span>
      <div>
        <label htmlFor={box} className="cursor-pointer">
          The file is the whole of its source
        </label>
        <p id={words} className="text-12 text-text-2">
          Records of earlier files that it lacks, and that no other source states, are withdrawn.
        </p>
      </div>
    </div>
  );
}
