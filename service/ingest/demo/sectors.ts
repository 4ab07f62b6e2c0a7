/** Lists what demo companies do: a few hot sectors, many quieter ones. */
import { INDUSTRIES } from "@dealflow/contract/values/industries";
import { NAICS } from "@dealflow/contract/values/naics";
import { VERTICALS } from "@dealflow/contract/values/organisations";
import * as z from "zod";
import { Weighted } from "./random";
import sectors from "./sectors.json" with { type: "json" };

const list = z.string().transform((text) => text.split(", "));
const sector = z.object({
  weight: z.number(),
  industries: z.array(z.enum(INDUSTRIES)),
  naics: z.array(z.enum(NAICS.map(({ value }) => value))),
  verticals: z.array(z.enum(VERTICALS.map(({ value }) => value))),
  /** Its rounds are this large relative to the average. */
  size: z.number(),
  /** These are second words of names. */
  words: list,
  what: list,
  whom: list,
  tags: list,
  models: list,
});
export type Sector = Readonly<z.infer<typeof sector>>;

export const SECTORS = new Weighted(z.array(sector).parse(sectors), ({ weight }) => weight);
