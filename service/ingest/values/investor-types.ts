/** Reads the types that sources give to investors. */
import { INVESTOR_TYPES } from "@dealflow/contract/values/organisations";
import { memoize } from "./memoize";
import { foldWords } from "./text";

export type InvestorType = (typeof INVESTOR_TYPES)[number]["value"];

/** Banks, hedge funds, governments and universities are in no list: the interface has no type for them. */
const SPELLINGS: Readonly<Record<InvestorType, string>> = {
  vc: "venture|vc|vcs|venture capital|venture capitalist|venture capital firm|venture capital fund|venture fund|vc firm|vc fund|micro vc|micro venture capital|seed fund|seed investor|early stage venture|early stage fund|late stage venture|evergreen fund|capital risque|capital risqueur|fonds de capital risque|risikokapital|risikokapitalgeber|wagniskapital|wagniskapitalgeber|capital riesgo|fondo de capital riesgo|capital de riesgo|venture builder fund|solo gp|institutional vc|independent vc",
  angel:
    "angel|angels|angel investor|business angel|business angels|individual|individual investor|individual angel|super angel|solo angel|hni|private investor|angel individual|person|ange|angel inversor|inversor angel|investitore angel|investisseur providentiel|privatinvestor|privatperson|particulier|founder investor",
  cvc: "cvc|corporate vc|corporate venture|corporate venture capital|corporate venturing|corporate|corporation|corporate investor|strategic|strategic investor|strategic corporate|corporate venture fund|corporate venture capital fund|industriel|strategischer investor|fonds corporate|entreprise|unternehmen",
  pe: "pe|private equity|private equity firm|private equity fund|pe firm|pe fund|pe buyout|buyout|buyout fund|lbo fund|capital investissement|beteiligungsgesellschaft|capital privado|capital transmission",
  growth:
    "growth|growth equity|growth expansion|growth capital|growth fund|growth investor|growth equity firm|crossover|crossover fund|expansion|capital developpement|wachstumskapital",
  accelerator:
    "accelerator|accelerators|incubator|incubators|accelerator incubator|incubator accelerator|startup accelerator|startup incubator|entrepreneurship program|accelerateur|incubateur|beschleuniger|inkubator|aceleradora|incubadora|acceleratore|incubatore|startup studio|startup studio builder|venture studio|venture builder|company builder|studio",
  family_office:
    "family office|family offices|family investment office|single family office|multi family office|family office single|family office multi|bureau de famille|familienburo|holding familial|oficina familiar",
  syndicate:
    "syndicate|syndicates|angel group|angel network|angel club|angel syndicate|investor network|investment syndicate|business angel network|reseau de business angels|club deal|investorennetzwerk|red de inversores|syndicat|angel fund|crowd syndicate|spv",
};

const TYPES: ReadonlyMap<string, InvestorType> = new Map([
  ...INVESTOR_TYPES.flatMap(({ value, title }) =>
    [...SPELLINGS[value].split("|"), foldWords(title), foldWords(value)].map((name) => [name, value] as const),
  ),
]);

/**
 * Returns the type that a text names, or of several the first that is known (`Venture Capital, Micro VC`); undefined
 * when none is.
 */
export const readInvestorType: (text: string) => InvestorType | undefined = memoize((text) => {
  const parts = () => text.split(/[,;|/]|\s[&+]\s|\band\b/).map(find);
  return find(text) ?? parts().find((type) => type !== undefined);
});

function find(text: string): InvestorType | undefined {
  const words = foldWords(text);
  return (
    TYPES.get(words) ??
    TYPES.get(words.replace(/ (firm|fund|company|investor|group|program)s?$/, "")) ??
    (/^(?:(?:pre|seed|early|late|multi|all|stage) )+(?:vc|venture capital)$/.test(words) ? "vc" : undefined)
  );
}
