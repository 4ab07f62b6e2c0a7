/** Weighs words of company names by what they tell: `Technologies` tells little, `Zyntra` nearly everything. */

/** Nearly every source adds or leaves these out. */
const QUALIFIERS: ReadonlySet<string> = new Set([
  ..."group groupe gruppe grupo holding holdings international global worldwide com io ai fr co net org app eu de uk tech".split(
    " ",
  ),
  ..."official team startup project companion pavilion".split(" "),
]);

/** Many companies have one of these in their names. */
const COMMON: ReadonlySet<string> = new Set([
  ..."technologies technology technologie tecnologia solutions solution systems system systemes services service software".split(
    " ",
  ),
  ..."digital data labs lab laboratories laboratoire media networks network energy energie energies health healthcare".split(
    " ",
  ),
  ..."medical bio biotech biosciences bioscience biologics sciences science therapeutics pharma pharmaceuticals pharmaceutical".split(
    " ",
  ),
  ..."capital partners ventures venture fund funds investments investment finance financial bank banking insurance".split(
    " ",
  ),
  ..."consulting management studio studios design agency interactive entertainment games gaming mobile online web internet".split(
    " ",
  ),
  ..."cloud security robotics industries industry industrial engineering electronics electric semiconductor semiconductors".split(
    " ",
  ),
  ..."materials communications communication telecom wireless marketing advertising education learning training academy".split(
    " ",
  ),
  ..."foods food farms travel hotels retail commerce logistics transport mobility motors automotive aerospace aviation".split(
    " ",
  ),
  ..."space construction real estate properties realty resources mining oil gas power water environmental green".split(
    " ",
  ),
  ..."innovation innovations innovative smart world national american european first new trust corporate enterprise".split(
    " ",
  ),
  ..."enterprises business development products brands concept concepts creative research analytics intelligence".split(
    " ",
  ),
  ..."information platform center centre institute university city home life care".split(" "),
]);

export function isQualifier(word: string): boolean {
  return QUALIFIERS.has(word);
}

/** Returns from 0.1 (tells nothing) to 1 (tells nearly everything). A word of one or two letters is often an initial. */
export function wordWeight(word: string): number {
  if (isQualifier(word)) return 0.1;
  if (COMMON.has(word)) return 0.35;
  return word.length <= 2 ? 0.6 : 1;
}
