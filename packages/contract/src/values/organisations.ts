/** Values that describe companies and investors are in their natural order. */

export const VERTICALS = [
  { value: "ai", title: "AI" },
  { value: "fintech", title: "Fintech" },
  { value: "saas", title: "SaaS" },
  { value: "devtools", title: "Dev tools" },
  { value: "healthcare", title: "Healthcare" },
  { value: "climate", title: "Climate" },
  { value: "robotics", title: "Robotics" },
  { value: "cybersecurity", title: "Cybersecurity" },
  { value: "logistics", title: "Logistics" },
  { value: "commerce", title: "Commerce" },
  { value: "data", title: "Data" },
  { value: "crypto", title: "Crypto" },
  { value: "media", title: "Media" },
  { value: "education", title: "Education" },
  { value: "marketing", title: "Marketing" },
  { value: "telecom", title: "Telecom" },
  { value: "realestate", title: "Real estate" },
  { value: "hardware", title: "Hardware" },
  { value: "gaming", title: "Gaming" },
  { value: "space", title: "Space" },
] as const;

export const EMPLOYEE_BUCKETS = [
  { value: "1-10", title: "1–10" },
  { value: "11-50", title: "11–50" },
  { value: "51-200", title: "51–200" },
  { value: "201-500", title: "201–500" },
  { value: "501-1000", title: "501–1,000" },
  { value: "1001-5000", title: "1,001–5,000" },
  { value: "5001-10000", title: "5,001–10,000" },
  { value: "10001+", title: "10,001+" },
] as const;

export const INVESTOR_TYPES = [
  { value: "vc", title: "Venture capital" },
  { value: "angel", title: "Angel" },
  { value: "cvc", title: "Corporate venture" },
  { value: "pe", title: "Private equity" },
  { value: "growth", title: "Growth" },
  { value: "accelerator", title: "Accelerator" },
  { value: "family_office", title: "Family office" },
  { value: "syndicate", title: "Syndicate" },
] as const;

export const COMPANY_SORTS = [
  { value: "recent", title: "Recently updated" },
  { value: "prominence", title: "Prominence" },
] as const;

export const SORT_DIRECTIONS = [
  { value: "asc", title: "Ascending" },
  { value: "desc", title: "Descending" },
] as const;
