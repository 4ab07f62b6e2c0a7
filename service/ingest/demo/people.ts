/** Invented names of people; the library of names is loaded only when a demo data set is made. */
import type { PersonName } from "./investors";
import { Chance } from "./random";

/** Names as they are met in the countries of the demo data set. */
export async function personNames(seed: number): Promise<PersonName> {
  const locales = await Promise.all([
    import("@faker-js/faker/locale/en"),
    import("@faker-js/faker/locale/en_IN"),
    import("@faker-js/faker/locale/de"),
    import("@faker-js/faker/locale/fr"),
    import("@faker-js/faker/locale/es"),
    import("@faker-js/faker/locale/it"),
    import("@faker-js/faker/locale/sv"),
    import("@faker-js/faker/locale/pt_BR"),
  ]);
  const chance = new Chance(seed);
  const fakers = locales.map(({ faker }) => faker);
  for (const faker of fakers) faker.seed(seed);
  const [english, ...others] = fakers;
  return () => {
    const faker = chance.happens(0.5) || others.length === 0 ? english : chance.pick(others);
    return `${faker?.person.firstName()} ${faker?.person.lastName()}`;
  };
}
