/** A switch takes effect immediately. */
import { cva } from "class-variance-authority";

interface SwitchProps {
  checked: boolean;
  onChange(next: boolean): void;
  /** The label names the setting, next to the switch. */
  label: string;
}

const trackVariants = cva("forced-color-adjust-none absolute inset-x-0 inset-y-1 rounded-full border", {
  variants: { checked: { true: "border-accent bg-accent", false: "border-line-control bg-surface" } },
});

const thumbVariants = cva("absolute inset-y-0 my-auto size-[10px] rounded-full transition-[left] duration-quick", {
  variants: { checked: { true: "left-[12px] bg-accent-on", false: "left-[2px] bg-line-control" } },
});

export function Switch({ checked, onChange, label }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      onClick={() => onChange(!checked)}
      // The track is 16 px high. The pressable area is 24 px (WCAG 2.5.8), and takes no more room.
      className="focus-ring relative -my-1 h-6 w-[26px] shrink-0 cursor-pointer rounded-full"
    >
      <span className={trackVariants({ checked })}>
        <span className={thumbVariants({ checked })} />
      </span>
    </button>
  );
}
