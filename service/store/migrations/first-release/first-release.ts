/** Lists the migrations of the first release by their names, in their order. */
import { sql as schema } from "./0001-schema";
import { sql as bulkPurchases } from "./0002-bulk-purchases";
import { sql as imports } from "./0003-imports";
import { sql as precisionAndRates } from "./0004-date-precision-and-rates";
import { sql as retractions } from "./0005-retractions-and-schedules";
import { sql as resolution } from "./0006-resolution";
import { sql as mergedRecords } from "./0007-merged-records";
import { sql as recordReports } from "./0008-record-reports";
import { sql as sourceTrust } from "./0009-source-trust";
import { sql as formerNames } from "./0010-former-names";
import { sql as namesInOrder } from "./0011-names-in-order";
import { sql as orderOfSources } from "./0012-order-of-sources";
import { sql as ranksOfNewCompanies } from "./0013-ranks-of-new-companies";

export const FIRST_RELEASE = {
  "0001-schema": schema,
  "0002-bulk-purchases": bulkPurchases,
  "0003-imports": imports,
  "0004-date-precision-and-rates": precisionAndRates,
  "0005-retractions-and-schedules": retractions,
  "0006-resolution": resolution,
  "0007-merged-records": mergedRecords,
  "0008-record-reports": recordReports,
  "0009-source-trust": sourceTrust,
  "0010-former-names": formerNames,
  "0011-names-in-order": namesInOrder,
  "0012-order-of-sources": orderOfSources,
  "0013-ranks-of-new-companies": ranksOfNewCompanies,
} as const;
