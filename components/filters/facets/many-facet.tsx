/**
 * Chooses one or any number of values of a list: the usual ones come first, all of them on request, and typing finds
 * them.
 */
import type { ListName } from "@dealflow/contract/filters";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import { useCallback, useMemo, useState } from "react";
import { SearchField } from "@/components/ui/forms/search-field";
import { withValue } from "@/lib/filters/edit";
import { normalizeSpelling } from "@/lib/filters/facts";
import { count } from "@/lib/format/counts";
import { useFilterSeed } from "../filter-seed";
import { chosenValues } from "../filter-text";
import { ListError } from "../lists/list-error";
import { searchList } from "../lists/list-search";
import { Rows } from "../lists/rows";
import { firstValues, type ListFilter, rankValues, topSize } from "../lists/top-values";
import { type CachedList, useList, useListTitles } from "../lists/use-lists";
import { CONTINENTS, isLong, type Listed, listLength } from "../lists/value-lists";
import { ValueRow } from "../lists/value-row";
import { MoreButton } from "./facet-buttons";
import { type Facet, useCounts, useFacet, useSums } from "./facet-context";

const UNKNOWN_VALUE: Listed = { value: UNKNOWN, title: "Unknown" };

const NO_COUNTS: Readonly<Record<string, number>> = {};

const SEARCH_WORDS: Partial<Record<ListName, string>> = {
  countries: "Search countries",
  industries: "Search industries",
  rounds: "Search rounds",
  verticals: "Search verticals",
};

export function ManyFacet({ filter }: { filter: ListFilter }) {
  const { query, matching = NO_COUNTS } = useFacet();
  const list = useList(useFilterSeed().lists, filter.list);
  // Counted values are ranked by their number, so the list is needed for their titles.
  useListTitles(filter.list, list, [...chosenValues(query, filter.param), ...Object.keys(matching)]);
  return (
    <>
      {list.values.length > 0 && <Values filter={filter} list={list} />}
      {(list.failed || list.values.length === 0) && <ListError name={filter.list} list={list} />}
    </>
  );
}

type Line = { heading: string; size?: number | undefined } | Listed;

function Values({ filter, list: { values, whole } }: { filter: ListFilter; list: CachedList }) {
  const { query, edit, touch, plain, summarized, matching } = useFacet();
  const counts = useCounts(filter);
  const sums = useSums(filter);
  const [typed, setTyped] = useState("");
  const [all, setAll] = useState(false);
  const chosen = chosenValues(query, filter.param);
  // Counts follow from the other filters, so nothing moves while values of this one are chosen.
  const ranking = useMemo(
    () =>
      summarized
        ? rankValues(filter.list, values, (value) => counts.get(normalizeSpelling(filter, value)) ?? 0)
        : undefined,
    [summarized, filter, values, counts],
  );
  const [ranked, setRanked] = useState(ranking);
  const [first, setFirst] = useState(() => firstValues(filter.list, values, chosen, ranked));
  const [added, setAdded] = useState<readonly string[]>([]);
  // Counts that arrive after the first paint rank nothing until they change, so that nothing moves without a press.
  const [late, setLate] = useState<Facet["matching"]>();
  if (ranking !== undefined && ranking !== ranked) {
    if (ranked === undefined && late === undefined) setLate(matching);
    else if (ranked !== undefined || matching !== late) {
      setRanked(ranking);
      if (ranking.some((value, index) => value !== ranked?.[index])) {
        setFirst(firstValues(filter.list, values, chosen, ranking));
        setAdded([]);
      }
    }
  }
  // A value that is chosen later is added below, or in its group, and stays there when it is deselected.
  const unlisted = chosen.filter((value) => !first.has(value) && !added.includes(value));
  if (unlisted.length > 0) setAdded([...added, ...unlisted]);

  const searching = typed.trim() !== "";
  const unknown = filter.unknown === true;
  const findItems = (wanted: readonly string[]) =>
    wanted.flatMap((value) => values.find((item) => item.value === value) ?? []);
  const also = searching || all ? [] : findItems(added);
  const listed = searching
    ? searchList(unknown ? [...values, UNKNOWN_VALUE] : values, typed)
    : values.filter((item) => all || first.has(item.value));
  const whollyShown = all || topSize(filter.list) >= listLength(filter.list);
  const unknownShown = unknown && !searching && (whollyShown || added.includes(UNKNOWN));
  const rest = listLength(filter.list) - listed.length - also.length;
  // A short list on touch screens has no headings and begins with the most popular values.
  const headed = ranked === undefined && (!(touch || plain) || all);
  const flat = searching || ranked !== undefined || (!headed && isLong(filter.list));
  const shown = all && ranked !== undefined ? ranked : [...first];
  const hasGroups = values.some(({ group }) => group !== undefined);
  const lines: Line[] = flat
    ? [...(searching ? listed : findItems(shown)), ...also]
    : hasGroups
      ? grouped(values.filter((item) => listed.includes(item) || also.includes(item)))
      : [...listed, ...also];
  if (unknownShown) lines.push(UNKNOWN_VALUE);
  const rows = (item: Listed) => counts.get(normalizeSpelling(filter, item.value)) ?? 0;

  const restNote =
    ranked === undefined && !headed && filter.list === "countries"
      ? ", by continent"
      : unknown && !unknownShown
        ? " and “Unknown”"
        : "";

  const choose = useCallback(
    (value: string, only: boolean) =>
      edit((before) => {
        const known = chosenValues(before, filter.param);
        if (filter.kind === "one") return withValue(before, filter.param, known.includes(value) ? undefined : value);
        const rest = only ? [] : known.filter((other) => other !== value);
        return withValue(before, filter.param, !only && known.includes(value) ? rest : [...rest, value]);
      }),
    [edit, filter],
  );

  return (
    <>
      {topSize(filter.list) < listLength(filter.list) && (
        <SearchField
          aria-label={SEARCH_WORDS[filter.list] ?? `Search ${filter.label.toLowerCase()}`}
          placeholder={SEARCH_WORDS[filter.list] ?? "Search"}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="mb-1.5"
        />
      )}
      <Rows<Line>
        role={filter.kind === "one" ? "radiogroup" : undefined}
        label={filter.label}
        touch={touch}
        items={lines}
        getKey={(line) => ("heading" in line ? `in ${line.heading}` : line.value)}
        stops={(line) => "value" in line}
        render={(line) =>
          "heading" in line ? (
            <Heading line={line} chosen={countIn(line.heading, values, chosen)} any={chosen.length > 0} />
          ) : (
            <ValueRow
              value={line.value}
              title={line.title}
              flag={filter.list === "countries" && line.value !== UNKNOWN ? line.value : undefined}
              chosen={chosen.includes(line.value)}
              rows={rows(line)}
              sum={sums.get(normalizeSpelling(filter, line.value))}
              showsZero={summarized}
              single={filter.kind === "one"}
              choose={choose}
            />
          )
        }
      />
      {searching && listed.length === 0 && whole && (
        <p className="flex h-row-facet items-center truncate text-12 text-text-2 in-data-touch:h-row-touch">
          Nothing found for “{typed.trim()}”
        </p>
      )}
      {!searching && (all || rest > 0) && topSize(filter.list) < listLength(filter.list) && (
        <MoreButton expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `${count(rest)} more${restNote}`}
        </MoreButton>
      )}
    </>
  );
}

function countIn(group: string, values: readonly Listed[], chosen: readonly string[]): number {
  return values.filter((item) => item.group === group && chosen.includes(item.value)).length;
}

/** Returns values under the headings of their groups. */
function grouped(values: readonly Listed[]): Line[] {
  const lines: Line[] = [];
  let group: string | undefined;
  for (const item of values) {
    if (item.group !== undefined && item.group !== group) {
      group = item.group;
      lines.push({ heading: group, size: CONTINENTS.get(group) });
    }
    lines.push(item);
  }
  return lines;
}

function Heading({ line, chosen, any }: { line: Exclude<Line, Listed>; chosen: number; any: boolean }) {
  return (
    <div className="flex h-full items-center justify-between text-11 text-text-3 in-data-touch:items-end in-data-touch:pb-1 in-data-touch:text-13">
      <span>{line.heading}</span>
      <span>{any && line.size !== undefined ? `${chosen} of ${line.size}` : line.size}</span>
    </div>
  );
}
