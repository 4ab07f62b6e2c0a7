import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import type { ComponentProps } from "react";
import { DayPicker } from "react-day-picker";

const ICONS = { left: ChevronLeft, right: ChevronRight, up: ChevronDown, down: ChevronDown } as const;

const NAVIGATION =
  "focus-ring flex size-7 cursor-pointer items-center justify-center rounded-2 text-text-2 hover:bg-surface-hover hover:text-text-1 aria-disabled:cursor-default aria-disabled:text-text-disabled in-data-touch:size-11";

const CLASS_NAMES = {
  root: "relative w-fit",
  months: "flex",
  month: "flex flex-col gap-2",
  nav: "absolute inset-x-0 top-0 flex justify-between",
  button_previous: NAVIGATION,
  button_next: NAVIGATION,
  month_caption: "flex h-7 items-center justify-center in-data-touch:h-11",
  dropdowns: "flex gap-2 text-12 font-medium in-data-touch:text-15",
  dropdown_root: "relative rounded-2 has-focus-visible:outline-2 has-focus-visible:outline-focus",
  dropdown: "absolute inset-0 w-full cursor-pointer appearance-none bg-surface-pop opacity-0",
  caption_label: "flex h-full items-center gap-1 [&>svg]:text-text-2",
  month_grid: "border-collapse",
  weekdays: "flex",
  weekday: "w-8 py-1 text-11 font-regular text-text-2 in-data-touch:w-11",
  week: "mt-0.5 flex",
  day: "size-8 p-0 text-12 in-data-touch:size-11 in-data-touch:text-15",
  day_button:
    "focus-ring-inset size-full cursor-pointer rounded-2 not-disabled:hover:bg-surface-hover disabled:cursor-default disabled:text-text-disabled",
  today: "font-semibold text-accent-text",
  outside: "text-text-3",
  range_start: "forced-color-adjust-none rounded-l-2 bg-accent-soft *:bg-accent! *:text-accent-on!",
  range_middle: "forced-color-adjust-none bg-accent-soft",
  range_end: "forced-color-adjust-none rounded-r-2 bg-accent-soft *:bg-accent! *:text-accent-on!",
  selected: "font-medium",
} as const;

function Chevron({ orientation = "left" }: { orientation?: keyof typeof ICONS | undefined }) {
  const Icon = ICONS[orientation];
  return <Icon size={14} />;
}

export function Calendar(props: ComponentProps<typeof DayPicker>) {
  return (
    <DayPicker
      captionLayout="dropdown"
      showOutsideDays
      weekStartsOn={1}
      classNames={CLASS_NAMES}
      components={{ Chevron }}
      {...props}
    />
  );
}
