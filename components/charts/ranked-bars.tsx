/** Draws values as horizontal bars. */
import type { ReactNode } from "react";
import { Bar, BarChart, LabelList, Tooltip, XAxis, YAxis } from "recharts";
import { CHARACTER, ChartContainer, ChartTooltipContent, FILLS, NO_MARGIN, rowTooltip } from "@/components/ui/chart";
import { OwnedBar, ownedShare } from "./owned-bar";
import { PressArea } from "./press-area";

interface RankedItem {
  readonly key: string;
  readonly title: string;
  readonly value: number;
  /** The owned part is drawn solid where a chart distinguishes it, and the rest lighter. */
  readonly owned: number | undefined;
  /** The text stands next to the bar and in its tooltip. */
  readonly valueText: string;
  readonly whole: string;
  readonly pressed: boolean;
  /** It cannot be chosen. */
  readonly fixed?: boolean;
}

interface Props {
  label: string;
  items: readonly RankedItem[];
  /** The hint says what a press does, with its price. */
  hint?: ReactNode;
  /** Nothing can be chosen without a handler. */
  onPress: ((key: string) => void) | undefined;
}

const LINE = 24;
/** A longer title is truncated; the tooltip has it in full. */
const TITLE_CHARACTERS = 23;

export function RankedBars({ label, items, hint, onPress }: Props) {
  const titles = new Map(items.map(({ key, title }) => [key, truncated(title)]));
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length)) * CHARACTER + 12;
  return (
    <div className="h-full overflow-y-auto overscroll-contain [scrollbar-width:thin]">
      <div style={{ height: items.length * LINE }}>
        <ChartContainer
          className="h-full"
          table={{ caption: label, head: ["Name", "Value"], rows: items.map(({ title, whole }) => [title, whole]) }}
        >
          <BarChart
            {...FILLS}
            layout="vertical"
            data={items}
            margin={{ ...NO_MARGIN, right: widest(items.map(({ valueText }) => valueText)) }}
            barSize={10}
            aria-label={label}
          >
            <XAxis type="number" hide domain={[0, "dataMax"]} />
            <YAxis
              type="category"
              dataKey="key"
              width={widest([...titles.values()])}
              interval={0}
              axisLine={false}
              tickLine={false}
              // Recharts would break a title into lines.
              tick={({ x, y, payload }) => (
                <text x={x} y={y} dy="0.32em" textAnchor="end" className="fill-chart-axis">
                  {titles.get(String(payload.value)) ?? ""}
                </text>
              )}
            />
            {onPress && (
              <PressArea
                along="y"
                items={items.map(({ key, title, whole, ...item }) => ({ ...item, key, label: `${title}: ${whole}` }))}
                onPress={(index) => {
                  const item = items[index];
                  if (item !== undefined) onPress(item.key);
                }}
              />
            )}
            <Tooltip
              {...rowTooltip(items, ({ title, whole, fixed }) => (
                <ChartTooltipContent title={`${title}: ${whole}`} hint={fixed ? undefined : hint} />
              ))}
            />
            <Bar
              dataKey="value"
              fill="var(--chart-1)"
              isAnimationActive={false}
              shape={({ x, y, width, height, fill, index }) => (
                <OwnedBar
                  {...{ x, y, width, height, fill }}
                  along="x"
                  share={ownedShare(items[index]?.owned, items[index]?.value)}
                />
              )}
            >
              {/* Recharts would break a value into lines at its spaces. */}
              <LabelList
                dataKey={({ valueText }: RankedItem) => valueText.replaceAll(" ", "\u00a0")}
                position="right"
                className="fill-text-2 text-11"
              />
            </Bar>
          </BarChart>
        </ChartContainer>
      </div>
    </div>
  );
}

function truncated(title: string): string {
  return title.length <= TITLE_CHARACTERS ? title : `${title.slice(0, TITLE_CHARACTERS - 1).trimEnd()}…`;
}
