/** Lists where demo companies sit: a few countries hold most of them; amounts are announced in local money. */
import { COUNTRIES } from "@dealflow/contract/values/countries";
import { type Chance, Weighted } from "./random";

export interface City {
  readonly country: string;
  readonly weight: number;
  readonly cities: readonly string[];
  /** Rounds are this large relative to those of the United States. */
  readonly size: number;
  /** Rounds are often announced in this money, in dollars per unit; dollars when absent. */
  readonly money?: { readonly code: string; readonly usd: number };
}

const EUR = { code: "EUR", usd: 1.16 };

const LEADING: readonly City[] = [
  city(
    "US",
    380,
    1,
    "San Francisco,San Francisco,New York,New York,Boston,Austin,Seattle,Los Angeles,Chicago,Denver,Portland,Miami,Atlanta,San Diego",
  ),
  city("GB", 90, 0.75, "London,London,London,Manchester,Cambridge,Bristol,Edinburgh,Oxford", {
    code: "GBP",
    usd: 1.32,
  }),
  city("IN", 72, 0.5, "Bengaluru,Bengaluru,Mumbai,New Delhi,Gurugram,Pune,Hyderabad,Chennai", {
    code: "INR",
    usd: 0.0113,
  }),
  city("DE", 55, 0.75, "Berlin,Berlin,Munich,Hamburg,Cologne,Frankfurt", EUR),
  city("FR", 50, 0.7, "Paris,Paris,Lyon,Toulouse,Nantes,Lille", EUR),
  city("CN", 42, 1.3, "Beijing,Shanghai,Shenzhen,Hangzhou", { code: "CNY", usd: 0.14 }),
  city("CA", 34, 0.7, "Toronto,Vancouver,Montreal,Waterloo,Calgary", { code: "CAD", usd: 0.71 }),
  city("IL", 30, 0.85, "Tel Aviv,Tel Aviv,Haifa,Jerusalem,Herzliya"),
  city("SG", 25, 0.7, "Singapore"),
  city("SE", 19, 0.7, "Stockholm,Gothenburg,Malmö", { code: "SEK", usd: 0.105 }),
  city("NL", 17, 0.6, "Amsterdam,Rotterdam,Utrecht,Eindhoven", EUR),
  city("ES", 16, 0.5, "Madrid,Barcelona,Valencia", EUR),
  city("AU", 16, 0.6, "Sydney,Melbourne,Brisbane", { code: "AUD", usd: 0.65 }),
  city("BR", 16, 0.5, "São Paulo,Rio de Janeiro,Belo Horizonte", { code: "BRL", usd: 0.187 }),
  city("JP", 15, 0.5, "Tokyo,Osaka,Kyoto,Fukuoka", { code: "JPY", usd: 0.0065 }),
  city("KR", 14, 0.6, "Seoul,Busan,Daejeon", { code: "KRW", usd: 0.00069 }),
  city("CH", 13, 0.75, "Zurich,Lausanne,Geneva,Basel", { code: "CHF", usd: 1.24 }),
  city("IT", 11, 0.4, "Milan,Rome,Turin,Bologna", EUR),
  city("FI", 9, 0.5, "Helsinki,Espoo,Tampere", EUR),
  city("DK", 9, 0.55, "Copenhagen,Aarhus", { code: "DKK", usd: 0.155 }),
  city("IE", 9, 0.6, "Dublin,Cork,Galway", EUR),
  city("NO", 8, 0.5, "Oslo,Bergen,Trondheim", { code: "NOK", usd: 0.098 }),
  city("BE", 8, 0.5, "Brussels,Ghent,Antwerp,Leuven", EUR),
  city("AE", 8, 0.6, "Dubai,Abu Dhabi"),
  city("ID", 8, 0.6, "Jakarta,Bandung"),
  city("NG", 7, 0.35, "Lagos,Abuja"),
  city("KE", 5, 0.3, "Nairobi"),
  city("PL", 6, 0.35, "Warsaw,Kraków,Wrocław"),
  city("AT", 6, 0.5, "Vienna,Graz", EUR),
  city("PT", 6, 0.4, "Lisbon,Porto", EUR),
  city("EE", 5, 0.4, "Tallinn,Tartu", EUR),
  city("MX", 6, 0.5, "Mexico City,Guadalajara,Monterrey"),
  city("ZA", 5, 0.35, "Cape Town,Johannesburg", { code: "ZAR", usd: 0.058 }),
  city("TR", 5, 0.4, "Istanbul,Ankara"),
  city("VN", 4, 0.35, "Ho Chi Minh City,Hanoi"),
  city("NZ", 4, 0.4, "Auckland,Wellington", { code: "NZD", usd: 0.57 }),
  city("CO", 4, 0.4, "Bogotá,Medellín"),
  city("EG", 4, 0.3, "Cairo"),
  city("SA", 4, 0.6, "Riyadh,Jeddah", { code: "SAR", usd: 0.267 }),
];

function city(country: string, weight: number, size: number, cities: string, money?: City["money"]): City {
  return { country, weight, size, cities: cities.split(","), ...(money === undefined ? {} : { money }) };
}

/** Every other country occurs now and then, so that the list has a long tail. */
const REST: readonly City[] = COUNTRIES.filter(({ value }) => LEADING.every((one) => one.country !== value)).map(
  ({ value }, index) => ({ country: value, weight: 3 / (1 + (index % 60)), cities: [], size: 0.3 }),
);

const CITIES = new Weighted([...LEADING, ...REST], (one) => one.weight);

export function somewhere(chance: Chance): City {
  return CITIES.pick(chance);
}
