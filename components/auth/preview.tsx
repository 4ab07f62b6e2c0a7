/** Shows a picture of the product next to the form, with invented companies. It is hidden from screen readers. */

import { cva } from "class-variance-authority";
import { Check } from "lucide-react";
import { Flag } from "@/components/ui/marks/flag";

/** Heights are in px. */
const MONTHS = [
  ["Apr", 40],
  ["May", 51],
  ["Jun", 45],
  ["Jul", 70],
  ["Aug", 58],
  ["Sep", 54],
  ["Oct", 58],
  ["Nov", 60],
] as const;

const ROWS = [
  ["Series B", "$42.0m", "Quorvane", "US", "Software Development", "18 Nov"],
  ["Series A", "$18.5m", "Veldspire", "DE", "Software Development", "17 Nov"],
  ["Series C", "$118.0m", "Brindlecast", "US", "Online Audio and Video Media", "13 Nov"],
  ["Series A", "$9.2m", "Tessaloop", "GB", "Software Development", "12 Nov"],
  ["Series B", "$31.0m", "Halcyra Systems", "US", "Computer and Network Security", "10 Nov"],
  ["Series A", "$14.0m", "Oakmesh", "SG", "Telecommunications", "6 Nov"],
  ["Series B", "$27.5m", "Ledgerwing", "GB", "Technology, Information and Internet", "5 Nov"],
  ["Series A", "$6.8m", "Nimbrel", "FR", "Software Development", "29 Oct"],
  ["Series C", "$86.0m", "Arvonic Networks", "US", "Telecommunications", "28 Oct"],
  ["Series A", "$12.0m", "Pellucid Stack", "US", "Software Development", "22 Oct"],
  ["Series B", "$24.0m", "Kilnbase", "DE", "Software Development", "21 Oct"],
  ["Series A", "$8.0m", "Marrowgate Games", "US", "Computer Games", "16 Oct"],
  ["Series B", "$36.4m", "Fathomline", "US", "Information Services", "14 Oct"],
  ["Series A", "$11.3m", "Ombrelle", "FR", "Technology, Information and Internet", "8 Oct"],
  ["Series C", "$64.0m", "Sundermill", "US", "Software Development", "2 Oct"],
  ["Seed", "$3.1m", "Plinthwork", "NL", "Software Development", "1 Oct"],
  ["Series A", "$15.7m", "Tarnwell Health", "GB", "Hospitals and Health Care", "30 Sep"],
  ["Seed", "$2.4m", "Okovia", "SE", "Climate Technology", "28 Sep"],
  ["Series B", "$29.0m", "Dunmore Freight", "IE", "Freight and Package Transportation", "25 Sep"],
  ["Series A", "$7.5m", "Perrow Labs", "CH", "Biotechnology Research", "24 Sep"],
] as const;

const HEADS = ["Round", "Amount", "Company", "Country", "Industry", "Date", "Owned"] as const;
/** This row looks like the one under the cursor. */
const HERE = "Brindlecast";

const rowVariants = cva(
  "grid grid-cols-[62px_64px_minmax(0,1fr)_52px_minmax(0,1.3fr)_52px_64px] items-center gap-3.5 border-t px-4 whitespace-nowrap [&>*]:truncate",
  {
    variants: {
      kind: {
        head: "h-row-head border-line-strong bg-surface-side text-11 text-text-2",
        row: "h-row-comfortable border-line [&>:nth-child(3)]:font-medium",
        here: "h-row-comfortable border-line bg-surface-selected shadow-[inset_2px_0_var(--accent)] [&>:nth-child(3)]:font-medium",
      },
    },
  },
);
const MONTH_COLUMNS = "grid max-w-[660px] auto-cols-[minmax(0,1fr)] grid-flow-col justify-items-center";

export function Preview() {
  return (
    <div className="relative min-w-0 overflow-hidden bg-surface-side max-panel:hidden" aria-hidden inert>
      <div className="absolute top-20 bottom-0 left-16 w-[max(696px,100%-64px)] rounded-tl-3 border border-b-0 border-line-strong bg-surface">
        <div className="px-4 pt-3">
          <p className="text-12 font-medium">
            Amount per month<span className="ml-1.5 font-regular text-text-2">example with fictional companies</span>
          </p>
          <div
            className={`${MONTH_COLUMNS} mt-2 h-[92px] items-end border-b border-line-strong bg-[repeating-linear-gradient(var(--surface)_0_45px,var(--chart-grid)_45px_46px)]`}
          >
            {MONTHS.map(([month, height]) => (
              <span key={month} className="w-[26px] bg-[var(--chart-1)]" style={{ height }} />
            ))}
          </div>
          <div className={`${MONTH_COLUMNS} pt-1 pb-2 text-11 text-text-3`}>
            {MONTHS.map(([month]) => (
              <span key={month}>{month}</span>
            ))}
          </div>
        </div>
        <div className={rowVariants({ kind: "head" })}>
          {HEADS.map((head) => (
            <span key={head} className={head === "Amount" ? "text-right" : undefined}>
              {head}
            </span>
          ))}
        </div>
        {ROWS.map(([round, amount, company, country, industry, date]) => (
          <div key={company} className={rowVariants({ kind: company === HERE ? "here" : "row" })}>
            <span>{round}</span>
            <span className="text-right">{amount}</span>
            <span>{company}</span>
            <span className="flex items-center gap-1.5 text-text-2">
              <Flag code={country} /> {country}
            </span>
            <span className="text-text-2">{industry}</span>
            <span>{date}</span>
            <span className="flex items-center gap-1 text-12 text-text-2">
              <Check size={13} strokeWidth={2.5} /> 10:29
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
