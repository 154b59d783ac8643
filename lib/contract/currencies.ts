import { countries } from "countries-list";

// ISO 4217 by SIX: list one of 25 June 2024 with amendments 176 to 180, and list three. Intl's currencies depend on
// the ICU build.

const IN_FORCE = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
  CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL
  HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA
  MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD
  RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD
  USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XUA YER ZAR
  ZMW ZWG`.split(/\s+/),
);

/** By month; none before 1990, because no price is older. */
const WITHDRAWN_IN: Readonly<Record<string, string>> = {
  "1990-01": "YUD",
  "1990-02": "BUK",
  "1990-03": "BEC BEL BRN LUC LUL",
  "1990-09": "DDM",
  "1990-10": "NIC",
  "1990-12": "SUR",
  "1991-03": "AOK",
  "1991-07": "PEI",
  "1991-09": "YDD",
  "1992-01": "ARA",
  "1993-01": "MXP",
  "1993-03": "BRE CSK UYP",
  "1993-07": "LTT",
  "1994-02": "ZRZ",
  "1994-07": "BRR",
  "1994-12": "ESB LVR",
  "1995-01": "HRD",
  "1995-03": "ZAL",
  "1995-10": "GEK",
  "1995-11": "YUN",
  "1996-09": "UAK",
  "1997-01": "PLZ",
  "1997-05": "GWP",
  "1998-06": "SDP",
  "1998-07": "BAD",
  "1999-01": "XEU",
  "1999-06": "ZRN",
  "1999-11": "XRE",
  "2000-02": "AON AOR",
  "2000-09": "ECS ECV",
  "2001-01": "BYB",
  "2001-04": "TJR",
  "2002-03": "ATS BEF DEM ESP FIM FRF GRD IEP ITL LUF NLG PTE",
  "2002-11": "TPE",
  "2003-01": "AFA",
  "2003-07": "ADP YUM",
  "2003-11": "BGL",
  "2003-12": "SRG",
  "2004-01": "RUR",
  "2004-11": "CHC",
  "2004-12": "MGF",
  "2005-06": "ROL",
  "2005-10": "AYM",
  "2005-12": "AZM TRL",
  "2006-06": "MZM",
  "2006-09": "ZWN",
  "2006-10": "CSD XFO",
  "2007-01": "SIT",
  "2007-06": "GHP",
  "2007-07": "SDD",
  "2008-01": "CYP GHC MTL VEB",
  "2008-08": "ZWD",
  "2009-01": "SKK TMM",
  "2009-06": "ZWR",
  "2011-01": "EEK",
  "2012-12": "ZMK",
  "2013-11": "XFU",
  "2014-01": "LVL",
  "2014-03": "USS",
  "2014-12": "LTL",
  "2017-01": "BYR",
  "2017-12": "MRO STD",
  "2018-08": "VEF",
  "2021-06": "CUC",
  "2023-01": "HRK",
  "2023-12": "SLL",
  "2024-08": "ZWL",
  "2025-03": "ANG",
  "2026-01": "BGN",
};

const withdrawnIn = new Map(
  Object.entries(WITHDRAWN_IN).flatMap(([month, codes]) => codes.split(" ").map((code) => [code, month])),
);

/** Includes withdrawn ISO 4217 codes, for history. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set([...IN_FORCE, ...withdrawnIn.keys()]);

/** Codes in force that nobody pays in: funds, precious metals, units of account. */
const UNPAID = new Set(
  "BOV CHE CHW CLF COU MXV USN UYI UYW XAD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XUA".split(" "),
);
export const isUnpaid = (code: string): boolean => UNPAID.has(code);
export const PAID_CODES: readonly string[] = [...IN_FORCE].filter((code) => !UNPAID.has(code));

/** YYYY-MM, valid to its end; null for a code in force. */
export const monthOfWithdrawal = (code: string): string | null => withdrawnIn.get(code) ?? null;

export function isInForce(code: string, day: string): boolean {
  const month = withdrawnIn.get(code);
  return month === undefined ? IN_FORCE.has(code) : day.slice(0, 7) <= month;
}

/** Decimals of currencies with more than two. */
const LONG_FRACTIONS = new Map(
  Object.entries({ BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3, CLF: 4, UYW: 4 }),
);

/** Currencies without a minor unit. */
const WHOLE = new Set("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" "));

export const minorDecimals = (code: string): number => (WHOLE.has(code) ? 0 : (LONG_FRACTIONS.get(code) ?? 2));

/** At least two. */
export const mostDecimals = (code: string): number => Math.max(2, minorDecimals(code));

const OF_COUNTRIES: Readonly<Record<string, { currency: readonly string[] }>> = countries;

/** The first that is paid with there. */
export const currencyOf = (country: string): string | null =>
  OF_COUNTRIES[country]?.currency.find((code) => IN_FORCE.has(code)) ?? null;
