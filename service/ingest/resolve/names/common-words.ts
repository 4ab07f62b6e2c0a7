/** Weighs words of company names by what they tell: `Technologies` tells little, `Zyntra` nearly everything. */

import { wordSet } from "../../values/text";

/** Nearly every source adds or leaves these out. */
const QUALIFIERS = wordSet(`
group groupe gruppe grupo holding holdings international global worldwide com io ai fr co net org app eu de uk tech
official team startup project companion pavilion`);

/** Many companies have one of these in their names. */
const COMMON = wordSet(`
technologies technology technologie tecnologia solutions solution systems system systemes services service software
digital data labs lab laboratories laboratoire media networks network energy energie energies health healthcare
medical bio biotech biosciences bioscience biologics sciences science therapeutics pharma pharmaceuticals
pharmaceutical capital partners ventures venture fund funds investments investment finance financial bank banking
insurance consulting management studio studios design agency interactive entertainment games gaming mobile online
web internet cloud security robotics industries industry industrial engineering electronics electric semiconductor
semiconductors materials communications communication telecom wireless marketing advertising education learning
training academy foods food farms travel hotels retail commerce logistics transport mobility motors automotive
aerospace aviation space construction real estate properties realty resources mining oil gas power water
environmental green innovation innovations innovative smart world national american european first new trust
corporate enterprise enterprises business development products brands concept concepts creative research analytics
intelligence information platform center centre institute university city home life care`);

export function isQualifier(word: string): boolean {
  return QUALIFIERS.has(word);
}

/** Returns from 0.1 (tells nothing) to 1 (tells nearly everything). A word of one or two letters is often an initial. */
export function wordWeight(word: string): number {
  if (isQualifier(word)) return 0.1;
  if (COMMON.has(word)) return 0.35;
  return word.length <= 2 ? 0.6 : 1;
}
