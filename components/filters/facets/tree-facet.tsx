/** Chooses one code of a classification, as a tree in which a code covers everything beneath it. */
import type { TreeFilter } from "@dealflow/contract/filters";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import { ChevronRight } from "lucide-react";
import { type KeyboardEvent, useMemo, useState } from "react";
import { RadioMark } from "@/components/ui/forms/radio-mark";
import { SearchField } from "@/components/ui/forms/search-field";
import { cn } from "@/lib/cn";
import { withValue } from "@/lib/filters/edit";
import { formatCount } from "@/lib/format/counts";
import { useFilterSeed } from "../filter-seed";
import { chosenValues } from "../filter-text";
import { ListError } from "../lists/list-error";
import { searchList } from "../lists/list-search";
import {
  countBeneath,
  covers,
  findAncestors,
  firstCodes,
  firstOpen,
  listSectors,
  resolveCode,
  type TreeRow,
  visibleRows,
} from "../lists/naics-tree";
import { RowCount } from "../lists/row-count";
import { Rows } from "../lists/rows";
import { type CachedList, useList, useListTitles } from "../lists/use-lists";
import type { Listed } from "../lists/value-lists";
import { MoreButton } from "./facet-buttons";
import { useCounts, useFacet, useSums } from "./facet-context";

const UNKNOWN_ROW: TreeRow = { value: UNKNOWN, title: "Unknown", level: 1, open: false };

export function TreeFacet({ filter }: { filter: TreeFilter }) {
  const { query } = useFacet();
  const list = useList(useFilterSeed().lists, filter.list);
  const chosen = chosenValues(query, filter.param).filter((code) => code !== UNKNOWN);
  useListTitles(filter.list, list, chosen);
  return (
    <>
      {list.values.length > 0 && <Tree filter={filter} list={list} />}
      {(list.failed || list.values.length === 0) && <ListError name={filter.list} list={list} />}
    </>
  );
}

function Tree({ filter, list: { values: codes, whole } }: { filter: TreeFilter; list: CachedList }) {
  const { query, edit, touch, summarized } = useFacet();
  const exact = useCounts(filter);
  const sums = useSums(filter);
  // Counts of everything that matches include the codes beneath a code.
  const countRows = (code: string) =>
    !summarized && code !== UNKNOWN ? countBeneath(code, exact) : (exact.get(code) ?? 0);
  const [given] = chosenValues(query, filter.param);
  const chosen = resolveCode(codes, given);
  const [typed, setTyped] = useState("");
  const [all, setAll] = useState(false);
  // The first codes stay while a person clicks and while rows arrive; a chosen code joins them.
  const [top, setTop] = useState(() => firstCodes(codes, given));
  const [open, setOpen] = useState(() => firstOpen(codes, given, top));
  const [last, setLast] = useState<string>();

  const searching = typed.trim() !== "";
  const shown = useMemo(() => {
    const within = all ? codes : codes.filter(({ value }) => [...top].some((sector) => covers(sector, value)));
    const rows = searching ? flat(searchList(codes, typed)) : visibleRows(within, open);
    const unknown = searching ? searchList([UNKNOWN_ROW], typed).length > 0 : all || given === UNKNOWN;
    return unknown ? [...rows, UNKNOWN_ROW] : rows;
  }, [codes, all, top, open, typed, searching, given]);
  const rest = listSectors(codes).filter(({ value }) => !top.has(value)).length;
  const stop = shown.some((row) => row.value === last)
    ? last
    : shown.some((row) => row.value === chosen)
      ? chosen
      : shown[0]?.value;

  function choose(value: string) {
    setLast(value);
    const above = findAncestors(value, codes);
    setTop(new Set([...top, above[0] ?? value]));
    if (searching) setOpen(new Set([...open, ...above]));
    edit((before) => withValue(before, filter.param, value === given ? undefined : value));
  }

  function toggle(code: string, opened: boolean) {
    const next = new Set(open);
    if (opened) next.add(code);
    else next.delete(code);
    setOpen(next);
  }

  function onKey(event: KeyboardEvent, row: TreeRow) {
    if (event.key === "Enter" || event.key === " ") choose(row.value);
    else if (event.key === "ArrowRight" && row.branch && !row.open && !searching) toggle(row.value, true);
    else if (event.key === "ArrowLeft" && row.open && !searching) toggle(row.value, false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <>
      <SearchField
        aria-label="Search codes and titles"
        placeholder="Search codes and titles"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="mb-1.5"
      />
      <Rows
        role="tree"
        label={filter.label}
        touch={touch}
        items={shown}
        getKey={(row) => row.value}
        render={(row) => (
          <div
            role="treeitem"
            aria-level={row.level}
            aria-selected={row.value === chosen}
            aria-expanded={row.branch && !searching ? row.open : undefined}
            tabIndex={row.value === stop ? 0 : -1}
            data-stop=""
            onClick={() => choose(row.value)}
            onKeyDown={(event) => onKey(event, row)}
            onFocus={() => setLast(row.value)}
            className="focus-ring-inset -mx-2 flex h-full cursor-pointer items-center gap-[5px] rounded-2 px-2 hover:bg-text-1/5 in-data-touch:gap-2.5"
          >
            {!searching && <Twig row={row} onToggle={() => toggle(row.value, !row.open)} />}
            <RadioMark state={row.value === chosen ? "on" : isCovered(chosen, row.value) ? "covered" : "off"} />
            {row.value !== UNKNOWN && <span className="text-11 text-text-3 in-data-touch:text-13">{row.value}</span>}
            <span className="min-w-0 flex-1 truncate text-12 text-text-1 in-data-touch:text-15" title={row.title}>
              {row.title}
            </span>
            <RowCount rows={countRows(row.value)} sum={sums.get(row.value)} />
          </div>
        )}
      />
      {searching && shown.length === 0 && whole && (
        <p className="flex h-row-facet items-center truncate text-12 text-text-2 in-data-touch:h-row-touch">
          Nothing found for “{typed.trim()}”
        </p>
      )}
      {!searching && (
        <MoreButton expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `${formatCount(rest, "more sector")}${given === UNKNOWN ? "" : " and “Unknown”"}`}
        </MoreButton>
      )}
    </>
  );
}

function isCovered(chosen: string | undefined, code: string): boolean {
  return chosen !== undefined && chosen !== UNKNOWN && code !== UNKNOWN && covers(chosen, code);
}

function flat(found: readonly Listed[]): TreeRow[] {
  return found.map((code) => ({ ...code, level: 1, open: false }));
}

/** Opens and closes the codes beneath; the keyboard does it with the arrow keys. */
function Twig({ row, onToggle }: { row: TreeRow; onToggle(): void }) {
  const indent = Math.max(0, row.level - 2) * 12;
  return (
    <span
      aria-hidden
      className="group/twig flex h-full w-5 shrink-0 items-center justify-center in-data-touch:w-8"
      style={{ marginLeft: indent - 5, marginRight: -6 }}
      onClick={
        row.branch
          ? (event) => {
              event.stopPropagation();
              onToggle();
            }
          : undefined
      }
    >
      {row.branch && (
        <ChevronRight
          strokeWidth={2.5}
          className={cn(
            "size-3 text-text-2 group-hover/twig:text-text-1 in-data-touch:size-4",
            row.open && "rotate-90",
          )}
        />
      )}
    </span>
  );
}
