import "server-only";
import { type ZodObject, type ZodType, z } from "zod";
import { askApi } from "@/app/api/ask";
import { listChanges } from "@/app/api/changes/contract";
import { compare } from "@/app/api/compare/contract";
import { listCountries } from "@/app/api/countries/contract";
import { listHistory } from "@/app/api/history/contract";
import { listPrices } from "@/app/api/prices/contract";
import { listProducts } from "@/app/api/services/contract";
import { listDatasetVersions } from "@/app/api/versions/contract";
import type { Address } from "@/lib/api/endpoint";
import { logFailure } from "@/lib/api/failure";
import type { ProblemBody } from "@/lib/api/problem";
import { parseQuery, respellNames, toBadQuery } from "@/lib/api/query";
import type { Country } from "@/lib/catalogue/countries/schema";
import type { Meta } from "@/lib/contract/envelope";
import { JSON_PAGE_SIZE } from "@/lib/contract/inputs";
import { productUse } from "@/lib/desk/verify/use";
import { findPlans } from "./data";
import {
  type Plans,
  toShortChange,
  toShortComparison,
  toShortCountry,
  toShortHistory,
  toShortPrice,
  toShortProduct,
  toShortVersion,
} from "./short-records";

/** A call of an endpoint, with a name and a description for language models. */
type Tool = {
  name: string;
  title: string;
  description: string;
  contract: Address;
  input: ZodObject;
  /** Names the parameters that make an answer shorter, for the sentence of one that is too long. */
  narrows: string;
  /** Leaves out records, where a call does not name them by the parameter `unless`. */
  choose?: { unless: string; from: (data: never) => unknown };
  /** A record without what few questions need. */
  shorten: (record: never, plans: Plans) => object;
};

const DETAILS = ["short", "full"] as const;
const detail = z
  .enum(DETAILS)
  .default("short")
  .meta({ description: "`short`: what it takes to tell a price. `full`: whole records, as the API gives them." });

/** A page of the API would be too long. */
const PAGE_SIZE = 8;
const paging = {
  page_size: z.int().min(1).max(JSON_PAGE_SIZE).default(PAGE_SIZE).meta({ description: "Records a page." }),
};

export const TOOLS: readonly Tool[] = [
  {
    name: "find_products",
    title: "Find products",
    description:
      "Finds subscriptions by name, vendor or category: how many countries have a price, lowest, median and highest US dollars a month, and the cheapest country. Gives the slugs that the other tools take.",
    contract: listProducts,
    input: take(listProducts, ["q", "category", "vendor", "sort", "tax", "currency", "page", "version"]).extend(paging),
    narrows: "q, category or a smaller page_size",
    shorten: toShortProduct,
  },
  {
    name: "get_prices",
    title: "Get prices",
    description:
      "Prices of products in countries, each with amount, currency, US dollars a month, exchange rate, source and day of verification. Current ones, or with date those of a past day.",
    contract: listPrices,
    input: take(listPrices, [
      "product",
      "country",
      "region",
      "platform",
      "period",
      "category",
      "verified_since",
      "sort",
      "date",
      "tax",
      "currency",
      "page",
      "version",
    ]).extend(paging),
    narrows: "product, country or a smaller page_size",
    shorten: toShortPrice,
  },
  {
    name: "compare",
    title: "Compare countries",
    description:
      "What chosen products cost together in chosen countries: US dollars a month for each pair, totals, and the saving against a baseline country.",
    contract: compare,
    input: take(compare, [
      "products",
      "countries",
      "platform",
      "period",
      "baseline",
      "date",
      "tax",
      "currency",
      "version",
    ]),
    narrows: "fewer products or countries",
    shorten: toShortComparison,
  },
  {
    name: "country_index",
    title: "Price index of countries",
    description:
      "The price level of countries against the United States (100): those asked for, or all that have an index.",
    contract: listCountries,
    input: take(listCountries, ["country", "region", "tax", "version"]),
    narrows: "country or region",
    shorten: toShortCountry,
    choose: {
      unless: "country",
      from: (countries: readonly Country[]) => countries.filter(({ index }) => index !== null),
    },
  },
  {
    name: "price_history",
    title: "History of prices",
    description:
      "Past and current prices: each run of one amount with its first and last day, lowest and highest, and how long nobody looked.",
    contract: listHistory,
    input: take(listHistory, [
      "product",
      "country",
      "platform",
      "period",
      "from",
      "to",
      "currency",
      "page",
      "version",
    ]).extend(paging),
    narrows: "country, platform, from or a smaller page_size",
    shorten: toShortHistory,
  },
  {
    name: "changes",
    title: "What changed",
    description:
      "Differences between the records of two dataset versions: what was added, changed or removed. since is a version that list_versions names.",
    contract: listChanges,
    input: take(listChanges, ["since", "until", "product", "country", "category", "kind", "page"]).extend(paging),
    narrows: "kind, product, country or a smaller page_size",
    shorten: toShortChange,
  },
  {
    name: "list_versions",
    title: "Dataset versions",
    description:
      "The datasets that were published, newest first, with the day of each and how much it changed. Gives the versions that the other tools take.",
    contract: listDatasetVersions,
    input: take(listDatasetVersions, ["page"]).extend(paging),
    narrows: "a smaller page_size",
    shorten: toShortVersion,
  },
];

/** Parameters of an endpoint with their rules and descriptions. */
function take<Q extends ZodObject>({ query }: { query: Q }, names: readonly (keyof Q["shape"])[]) {
  const fields: [string, ZodType][] = names.map((name) => [String(name), query.shape[name as string]]);
  return z.object({ ...Object.fromEntries(fields), detail });
}

/** JSON of ours has more than 2.5 characters a token, so that this is below 8,000 tokens. */
const MAX_CHARS = 20_000;

/** `content` is the JSON of `text`; faults have none. */
export type ToolAnswer = { text: string; content?: Record<string, unknown>; isError: boolean };

/** Answers as the endpoint does, in short records and without links; tells faults as the API does. Never rejects. */
export async function callTool(tool: Tool, given: object): Promise<ToolAnswer> {
  return answer(tool, given).catch((error: unknown) => toFault(logFailure(error, { route: `/mcp ${tool.name}` })));
}

async function answer({ contract, choose, input, narrows, shorten }: Tool, given: object): Promise<ToolAnswer> {
  const { path, query: accepted, respell } = contract;
  const sent = toSearch(given);
  const search = respellNames(respell?.(sent) ?? sent, input.shape);
  const query = parseQuery(search, input, null);
  const isShared = (parameter: string) => parameter in input.shape && parameter in accepted.shape;
  const params = new URLSearchParams("page_size" in input.shape ? { page_size: String(PAGE_SIZE) } : {});
  for (const [parameter, value] of new URLSearchParams(search)) if (isShared(parameter)) params.set(parameter, value);
  const reply = await askApi(`${path}?${params}`);
  const errors = query.ok ? [] : query.errors.filter(({ parameter }) => !isShared(parameter));
  if (!reply.ok) {
    const problem = (await reply.json()) as z.infer<typeof ProblemBody>;
    return toFault(problem.errors ? toBadQuery([...errors, ...problem.errors]) : problem);
  }
  if (errors.length > 0) return toFault(toBadQuery(errors));
  productUse().count(`${path}?${params}`);
  const { links: _, ...content } = (await reply.json()) as Answered;
  if (choose) {
    delete content.pagination;
    if (!params.has(choose.unless)) content.data = choose.from(content.data as never);
  }
  if (query.ok && query.value.detail !== "full") {
    const plans = await findPlans(content.meta.dataset_version);
    content.data = Array.isArray(content.data)
      ? content.data.map((record) => shorten(record as never, plans))
      : shorten(content.data as never, plans);
  }
  const text = JSON.stringify(content);
  if (text.length <= MAX_CHARS) return { text, content, isError: false };
  return { text: `This answer is longer than 8,000 tokens; narrow it by ${narrows}.`, isError: true };
}

type Answered = { data: unknown; pagination?: unknown; links?: unknown; meta: Meta };

/** Writes arguments as the query of an address. Null is left out. */
function toSearch(given: object): string {
  const pairs = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return new URLSearchParams(pairs.map(([name, value]) => [name, toText(value)])).toString();
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

type Told = Pick<z.infer<typeof ProblemBody>, "detail" | "errors" | "suggestions">;

const toFault = ({ detail, errors, suggestions }: Told): ToolAnswer => ({
  text: JSON.stringify({ detail, ...(errors && { errors }), ...(suggestions && { suggestions }) }),
  isError: true,
});
