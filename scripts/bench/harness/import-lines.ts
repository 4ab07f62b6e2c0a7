/** Writes files of invented companies, and rounds with investors, to import. */

const COUNTRIES = ["US", "GB", "DE", "FR", "IN", "SE"];
const NAMES = "Alder Birch Cedar Dune Ember Fjord Grove Heath Iris Juniper Kelp Lumen Maple North Oak Pine".split(" ");

function name(number: number): string {
  return `${NAMES[number % 16]}${NAMES[(number >> 4) % 16]?.toLowerCase()} ${number}`;
}

function domain(number: number): string {
  return `${name(number).toLowerCase().replace(" ", "-")}.example`;
}

/** Returns the companies that `companyLines` wrote, as a report names them. */
export function* namedCompanies(count: number): Generator<{ readonly name: string; readonly domain: string }> {
  for (let number = 0; number < count; number++) yield { name: name(number), domain: domain(number) };
}

export function* companyLines(count: number): Generator<string> {
  yield "Name,Website,Country,City,Employees,Founded,Description\n";
  for (let number = 0; number < count; number++)
    yield `${name(number)},https://${domain(number)},${COUNTRIES[number % 6]},City ${number % 500},11-50,${1990 + (number % 35)},Makes ${name(number * 3)} for ${name(number * 5)}\n`;
}

export function* roundLines(count: number, companies: number): Generator<string> {
  yield "Deal id,Company,Website,Country,Announced,Round,Amount,Currency,Investors,Link\n";
  for (let number = 0; number < count; number++) {
    const company = number % companies;
    const day = `20${10 + (number % 15)}-0${1 + (number % 9)}-1${number % 10}`;
    const stage = ["Seed", "Series A", "Series B"][number % 3];
    yield `d-${number},${name(company)},https://${domain(company)},${COUNTRIES[company % 6]},${day},${stage},${1_000_000 + number},USD,"Fund ${number % 3_000}, Ventures ${number % 997}, Angel ${number % 7_919}",https://wire.example/${number}\n`;
  }
}
