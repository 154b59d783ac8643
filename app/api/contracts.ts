import type { Endpoint, ServiceEndpoint } from "@/lib/api/endpoint";
import { listCategories } from "./categories/contract";
import { listChanges } from "./changes/contract";
import { listDue } from "./collect/contract";
import { compare } from "./compare/contract";
import { getIndex } from "./contract";
import { getCountry } from "./countries/[code]/contract";
import { listCountries } from "./countries/contract";
import { exportFiles } from "./export/[file]/contract";
import { exportDataset } from "./export/contract";
import { getHealth } from "./health/contract";
import { listHistory } from "./history/contract";
import { getKey } from "./key/contract";
import { getOpenApi } from "./openapi.json/contract";
import { listPrices } from "./prices/contract";
import { listRates } from "./rates/contract";
import { readings } from "./readings/contract";
import { getProduct } from "./services/[slug]/contract";
import { listProducts } from "./services/contract";
import { listSources } from "./sources/contract";
import { listDatasetVersions } from "./versions/contract";

/** Of the records, in the order of the documentation. */
export const CONTRACTS: readonly Endpoint[] = [
  listProducts,
  getProduct,
  listCountries,
  getCountry,
  listPrices,
  listHistory,
  compare,
  listCategories,
  listRates,
  listSources,
  listChanges,
  listDatasetVersions,
  exportDataset,
  ...exportFiles,
];

/** About the service itself, and what takes readings. */
export const SERVICE_CONTRACTS: readonly ServiceEndpoint[] = [
  getIndex,
  getKey,
  listDue,
  readings,
  getOpenApi,
  getHealth,
];
