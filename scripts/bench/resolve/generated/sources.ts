/**
 * Describes the sources of the generated set. Nearly all rates are estimates of what such sources state. Only the share of
 * names with accents was counted (`truth.ts`). Real directories of deals state fewer domains than these sources: one in ten
 * companies in one that was counted. After a first measurement of 4,000 reports, the shares of countries and of accents were
 * set to those of real lists, which made the set easier, and cities of other offices were added, which made it harder.
 */
export interface SourceProfile {
  readonly name: string;
  /** Its companies have keys of its own; what it says of one is the same in all its rows. */
  readonly companyKeys: boolean;
  readonly eventKeys: boolean;
  /** It lists this share of the companies that it tells of as rows of their own; it needs keys for that. */
  readonly companyRows: number;
  readonly kinds: readonly ("funding" | "acquisition" | "exec_move")[];
  /** A source of more weight tells of more events. */
  readonly weight: number;
  /** Shares of companies that are stated with these facts. */
  readonly facts: { readonly domain: number; readonly country: number; readonly city: number; readonly year: number };
  readonly names: {
    readonly typo: number;
    readonly legalForm: number;
    readonly upperCase: number;
    /** It writes names in the letters of their language; others write them without accents, or in Latin letters. */
    readonly native: number;
    /** It names acquirers and investors by their first word. */
    readonly loose: number;
  };
  readonly dates: { readonly off: number; readonly month: number };
  readonly amounts: { readonly missing: number; readonly rounded: number; readonly local: number };
  /** Each investor is stated with this share. */
  readonly investors: number;
  /** It links to pages on the host of a fair instead of the company's domain. */
  readonly sharedHost: number;
}

const ALL = ["funding", "acquisition", "exec_move"] as const;

export const SOURCES: readonly SourceProfile[] = [
  {
    ...{ name: "registry", companyKeys: true, eventKeys: true, companyRows: 0.5, kinds: ["funding"], weight: 0.6 },
    facts: { domain: 0, country: 1, city: 0.95, year: 0.7 },
    names: { typo: 0.005, legalForm: 1, upperCase: 0.6, native: 0.5, loose: 0 },
    dates: { off: 0.6, month: 0 },
    amounts: { missing: 0.02, rounded: 0, local: 0.3 },
    ...{ investors: 0, sharedHost: 0 },
  },
  {
    ...{ name: "directory", companyKeys: true, eventKeys: true, companyRows: 0.5, kinds: ALL, weight: 1 },
    facts: { domain: 0.8, country: 0.9, city: 0.75, year: 0.6 },
    names: { typo: 0.008, legalForm: 0.1, upperCase: 0, native: 0.3, loose: 0.03 },
    dates: { off: 0.15, month: 0.1 },
    amounts: { missing: 0.2, rounded: 0.15, local: 0.15 },
    ...{ investors: 0.85, sharedHost: 0 },
  },
  {
    ...{ name: "wire", companyKeys: false, eventKeys: false, companyRows: 0, kinds: ALL, weight: 1 },
    facts: { domain: 0.2, country: 0.5, city: 0.3, year: 0.1 },
    names: { typo: 0.015, legalForm: 0.15, upperCase: 0, native: 0.2, loose: 0.15 },
    dates: { off: 0.3, month: 0 },
    amounts: { missing: 0.15, rounded: 0.4, local: 0.15 },
    ...{ investors: 0.6, sharedHost: 0 },
  },
  {
    ...{ name: "tracker", companyKeys: false, eventKeys: true, companyRows: 0, kinds: ALL, weight: 1 },
    facts: { domain: 0.5, country: 0.8, city: 0.2, year: 0.2 },
    names: { typo: 0.01, legalForm: 0.1, upperCase: 0, native: 0.2, loose: 0.1 },
    dates: { off: 0.25, month: 0.25 },
    amounts: { missing: 0.25, rounded: 0.3, local: 0.1 },
    ...{ investors: 0.6, sharedHost: 0 },
  },
  {
    ...{ name: "newsletter", companyKeys: false, eventKeys: false, companyRows: 0, kinds: ALL, weight: 0.8 },
    facts: { domain: 0.1, country: 0.25, city: 0.1, year: 0 },
    names: { typo: 0.03, legalForm: 0.03, upperCase: 0.02, native: 0.1, loose: 0.25 },
    dates: { off: 0.45, month: 0 },
    amounts: { missing: 0.3, rounded: 0.6, local: 0.1 },
    ...{ investors: 0.45, sharedHost: 0 },
  },
  {
    ...{ name: "portfolio", companyKeys: false, eventKeys: false, companyRows: 0, kinds: ["funding"], weight: 0.5 },
    facts: { domain: 0.7, country: 0.2, city: 0.15, year: 0.1 },
    names: { typo: 0.01, legalForm: 0.03, upperCase: 0.05, native: 0.2, loose: 0.1 },
    dates: { off: 0.3, month: 0.5 },
    amounts: { missing: 0.75, rounded: 0.5, local: 0.1 },
    ...{ investors: 0.5, sharedHost: 0 },
  },
  {
    ...{ name: "regional", companyKeys: false, eventKeys: false, companyRows: 0, kinds: ALL, weight: 0.8 },
    facts: { domain: 0.3, country: 1, city: 0.5, year: 0.15 },
    names: { typo: 0.015, legalForm: 0.3, upperCase: 0.02, native: 0.9, loose: 0.15 },
    dates: { off: 0.3, month: 0.05 },
    amounts: { missing: 0.25, rounded: 0.3, local: 0.75 },
    ...{ investors: 0.5, sharedHost: 0 },
  },
  {
    ...{ name: "pages", companyKeys: true, eventKeys: true, companyRows: 0.2, kinds: ALL, weight: 0.7 },
    facts: { domain: 0.6, country: 0.4, city: 0.2, year: 0.2 },
    names: { typo: 0.02, legalForm: 0.1, upperCase: 0.2, native: 0.2, loose: 0.1 },
    dates: { off: 0.3, month: 0.2 },
    amounts: { missing: 0.4, rounded: 0.3, local: 0.1 },
    ...{ investors: 0.4, sharedHost: 0.08 },
  },
];

/** A page of this host is no company's own. */
export const SHARED_HOST = "launchfair.example";
