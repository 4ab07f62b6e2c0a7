/** Response examples consist of these invented records. Types check their shape, a test every rule of the schemas. */
import type {
  Acquisition,
  Company,
  ExecMove,
  FundingEvent,
  Investor,
  NamedInvestor,
} from "@dealflow/contract/records/schemas";
import { EXAMPLE_DOMAIN, EXAMPLE_ID } from "./example-values";

export const EXAMPLE_COMPANY: Company = {
  id: EXAMPLE_ID,
  name: "Quorvane",
  domain: EXAMPLE_DOMAIN,
  description: "Makes quiet engines for inland ships.",
  socialHandle: "quorvane",
  socialUrl: "https://network.example/company/quorvane",
  socialGeoId: "103035651",
  socialIndustryId: "4",
  naicsCode: "5132",
  naicsLevel: 4,
  hqCity: "Berlin",
  hqCountry: { code: "DE", name: "Germany" },
  industryGroup: "Software Development",
  industrySubTags: ["simulation"],
  verticals: ["ai", "climate"],
  employeeCountBucket: "11-50",
  foundedYear: 2019,
  businessModel: "B2B",
  createdAt: "2026-01-12T08:15:30.000Z",
  updatedAt: "2026-11-04T16:02:11.480Z",
};

/** All facts of this company are unknown. */
const UNKNOWN_COMPANY: Company = {
  id: null,
  name: null,
  domain: null,
  description: null,
  socialHandle: null,
  socialUrl: null,
  socialGeoId: null,
  socialIndustryId: null,
  naicsCode: null,
  naicsLevel: null,
  hqCity: null,
  hqCountry: null,
  industryGroup: null,
  industrySubTags: [],
  verticals: [],
  employeeCountBucket: null,
  foundedYear: null,
  businessModel: null,
  createdAt: null,
  updatedAt: null,
};

const BUYER: Company = {
  ...UNKNOWN_COMPANY,
  id: "0199f3c4-7a10-7c3e-9d52-4b8f6a1e2c02",
  name: "Tavmeer",
  domain: "tavmeer.example",
  description: "Runs ferries and builds their engines.",
  naicsCode: "336",
  naicsLevel: 3,
  hqCity: "Rotterdam",
  hqCountry: { code: "NL", name: "Netherlands" },
  employeeCountBucket: "501-1000",
  foundedYear: 1987,
  createdAt: "2026-01-12T08:15:30.000Z",
  updatedAt: "2026-06-30T09:00:00.000Z",
};

/** This company was not resolved, so it has only the name that the source states. */
const UNRESOLVED: Company = { ...UNKNOWN_COMPANY, name: "Brightmere Labs", hqCity: "Lyon" };

export const EXAMPLE_BACKER: NamedInvestor = {
  id: "0199f3c4-7a10-7c3e-9d52-4b8f6a1e2c03",
  name: "Harbour Nine Capital",
};

export const EXAMPLE_ROUND: FundingEvent = {
  id: "0199f3c4-7a10-7c3e-9d52-4b8f6a1e2c04",
  round: "seed",
  roundStated: true,
  amountUsdCents: 432_000_000,
  amountUsd: 4_320_000,
  amountOriginalCurrency: "EUR",
  amountOriginalCents: 400_000_000,
  investors: [EXAMPLE_BACKER],
  announcedAt: "2026-11-03T00:00:00.000Z",
  discoveredAt: "2026-11-03T07:41:09.215Z",
  company: EXAMPLE_COMPANY,
  sources: [
    { url: "https://news.example/quorvane-raises-seed", outlet: "Example News", title: "Quorvane raises a seed round" },
  ],
};

export const EXAMPLE_UNRESOLVED_ROUND: FundingEvent = {
  id: "0199f3c4-7a10-7c3e-9d52-4b8f6a1e2c05",
  round: null,
  roundStated: false,
  amountUsdCents: null,
  amountUsd: null,
  amountOriginalCurrency: null,
  amountOriginalCents: null,
  investors: [],
  announcedAt: "2026-11-02T00:00:00.000Z",
  discoveredAt: "2026-11-02T12:20:45.007Z",
  company: UNRESOLVED,
  sources: [{ url: "https://wire.example/brightmere", outlet: null, title: null }],
};

export const EXAMPLE_DEAL: Acquisition = {
  id: "0199f3c4-7a10-7c3e-9d52-4b8f6a1e2c06",
  dealAmountUsdCents: 6_500_000_000,
  dealAmountUsd: 65_000_000,
  dealAmountOriginalCurrency: "USD",
  dealAmountOriginalCents: 6_500_000_000,
  paymentType: "mixed",
  isMerger: false,
  announcedAt: "2026-11-10T00:00:00.000Z",
  closingAt: null,
  discoveredAt: "2026-11-10T06:12:00.331Z",
  acquirer: BUYER,
  target: EXAMPLE_COMPANY,
  sources: [{ url: "https://news.example/tavmeer-buys-quorvane", outlet: "Example News", title: null }],
};

export const EXAMPLE_MOVE: ExecMove = {
  id: "0199f3c4-7a10-7c3e-9d52-4b8f6a1e2c07",
  person: {
    id: "0199f3c4-7a10-7c3e-9d52-4b8f6a1e2c08",
    name: "Ilse Marwood",
    socialHandle: "ilse-marwood",
    socialUrl: "https://network.example/in/ilse-marwood",
  },
  role: "Chief Financial Officer",
  roleSeniority: "c_level",
  moveType: "appointment",
  announcedAt: "2026-10-21T00:00:00.000Z",
  effectiveDate: "2026-12-01T00:00:00.000Z",
  discoveredAt: "2026-10-21T10:05:52.900Z",
  company: EXAMPLE_COMPANY,
  fromCompany: BUYER,
  sources: [{ url: "https://news.example/quorvane-cfo", outlet: "Example News", title: "Quorvane names a CFO" }],
};

export const EXAMPLE_INVESTOR: Investor = {
  id: EXAMPLE_BACKER.id,
  name: EXAMPLE_BACKER.name,
  type: "vc",
  hqCountry: { code: "GB", name: "United Kingdom" },
  domain: "harbournine.example",
  firstSeenAt: "2026-02-17T00:00:00.000Z",
  lastSeenAt: "2026-11-03T00:00:00.000Z",
  createdAt: "2026-02-17T09:30:00.000Z",
  updatedAt: "2026-11-03T07:41:09.215Z",
};
