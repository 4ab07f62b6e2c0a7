/** Names a record that was bought. */
import type { ChargedRecord } from "@dealflow/contract/account/spending/credits";
import { ROUNDS } from "@dealflow/contract/values/events";
import { listedTitle } from "@/components/feed/record/company";
import { compactMoney, dealMoney, roundMoney } from "@/lib/format/money";

const UNNAMED = "an unnamed company";

/** Returns a text such as `Quorvane: Series A, $12.0m`. */
export function chargedRecordTitle(charged: ChargedRecord): string {
  switch (charged.feed) {
    case "funding": {
      const { company, round } = charged.record;
      const title = round ? listedTitle(ROUNDS, round) : "round not stated";
      return `${company?.name ?? UNNAMED}: ${title}${amountText(compactMoney(roundMoney(charged.record)))}`;
    }
    case "acquisitions": {
      const { acquirer, target, isMerger } = charged.record;
      const verb = isMerger ? "merges with" : "acquires";
      const price = amountText(compactMoney(dealMoney(charged.record)));
      return `${acquirer?.name ?? UNNAMED} ${verb} ${target?.name ?? UNNAMED}${price}`;
    }
    case "execMoves": {
      const { person, role, company, fromCompany } = charged.record;
      const at = company ?? fromCompany;
      return [person?.name ?? "Somebody", role, at?.name].filter(Boolean).join(", ");
    }
    default:
      return charged.record.name ?? "a record without a name";
  }
}

function amountText(amount: string | undefined): string {
  return amount === undefined ? "" : `, ${amount}`;
}
