/** A still look at the product beside the form: invented companies, nothing of anybody's. It says nothing to a reader. */
import { Check } from "lucide";
import { Flag } from "@/components/ui/flag";
import { Icon } from "@/components/ui/icon";

/** Height in px. */
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
/** The row that stands for the cursor's. */
const HERE = "Brindlecast";

export function Preview() {
  return (
    <div className="auth-look" aria-hidden inert>
      <div className="auth-sheet">
        <div className="auth-chart">
          <p className="auth-chart-title">
            Amount per month<span>an example, with invented companies</span>
          </p>
          <div className="auth-bars">
            {MONTHS.map(([month, height]) => (
              <span key={month} style={{ height }} />
            ))}
          </div>
          <div className="auth-months">
            {MONTHS.map(([month]) => (
              <span key={month}>{month}</span>
            ))}
          </div>
        </div>
        <div className="auth-row auth-head">
          {HEADS.map((head) => (
            <span key={head} className={head === "Amount" ? "auth-amount" : undefined}>
              {head}
            </span>
          ))}
        </div>
        {ROWS.map(([round, amount, company, country, industry, date]) => (
          <div key={company} className={company === HERE ? "auth-row auth-here" : "auth-row"}>
            <span>{round}</span>
            <span className="auth-amount">{amount}</span>
            <span>{company}</span>
            <span className="auth-country auth-second">
              <Flag code={country} /> {country}
            </span>
            <span className="auth-second">{industry}</span>
            <span>{date}</span>
            <span className="auth-owned">
              <Icon of={Check} size={13} strokeWidth={2.5} /> 10:29
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
