/** Chooses the order of the list where no column headers do, as on phones. */
import { NO_ORDER, orderKeys, readOrder } from "@dealflow/contract/account/feed-orders";
import { Radio } from "@/components/ui/radio";
import { useFeedView } from "@/lib/client/feed-view";
import { useShownRows } from "../rows/use-feed-rows";
import type { PanelProps } from "./bar-tools";
import { useNamedOrders } from "./order-select";

const DIRECTIONS = ["descending", "ascending"] as const;

export function SortPanel({ close }: PanelProps) {
  const { shownOrder, setOrder } = useFeedView();
  const { kind, order } = useShownRows();
  const { named, chosen, choose } = useNamedOrders(kind.orders);
  const sorts = kind.columns.filter(({ id }) => order.isSortable(id));
  const [leading] = orderKeys(readOrder(() => true, shownOrder) ?? NO_ORDER);
  const options = [
    ...named.map((one, index) => ({
      text: one.order,
      title: one.title,
      checked: index === chosen,
      choose: () => choose(one),
    })),
    ...sorts.flatMap(({ id, header }) =>
      DIRECTIONS.map((direction) => ({
        text: `${id}.${direction}`,
        title: `${header}, ${direction}`,
        checked: chosen < 0 && leading?.id === id && leading.desc === (direction === "descending"),
        choose: () => setOrder(`${id}.${direction}`),
      })),
    ),
  ].filter(({ text }, index, all) => all.findIndex((one) => one.text === text) === index);
  return (
    <fieldset className="flex flex-col p-2">
      <legend className="sr-only">Sort by</legend>
      {options.map(({ text, title, checked, choose: press }) => (
        <label key={text} className="flex h-row-touch items-center gap-3 px-2 text-15">
          <Radio
            name="sort"
            checked={checked}
            onChange={() => {
              press();
              close();
            }}
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}
