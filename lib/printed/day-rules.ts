import { MS_PER_DAY } from "@/lib/contract/days";
import { toPlainText } from "./plain-text-rules";

export const DAY_ORDERS = ["dmy", "mdy"] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

export type PrintedDay =
  | {
      kind: "day";
      /** YYYY-MM-DD, which exists. */
      day: string;
      /** The order that the reading rests on; null where the text can be read in one way whatever the order. */
      order: DayOrder | null;
    }
  | {
      kind: "ambiguous";
      readings: readonly [dayFirst: string, monthFirst: string];
    }
  /** `text`: what is wrong, to follow the quoted text. */
  | { kind: "error"; text: string };

/** Serial numbers of spreadsheets from 1990 to 2099: days since 30 December 1899. */
const FIRST_SERIAL = 32_874;
const LAST_SERIAL = 73_050;
const SERIAL_ZERO = Date.UTC(1899, 11, 30);

const TIME = /(?:[T ]| at )\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[AaPp][Mm])?Z?$/;
const YEAR_FIRST = /^(\d{4})(?:([-./]) ?(\d{1,2})\2 ?(\d{1,2})\.?|(\d{2})(\d{2}))$/;
const EAST_ASIAN = /^(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]$/;
const YEAR_LAST = /^(\d{1,2})([-./]) ?(\d{1,2})\2 ?(\d{4})\.?(?: ?г\.?)?$/;
const DAY_AND_NAME =
  /^(\d{1,2})(?:\.|st|nd|rd|th)?[ -](?:de )?([\p{L}\p{M}]+)\.?,?[ -](?:de |del )?(\d{4})\.?(?: ?г\.?)?$/u;
const NAME_AND_DAY = /^([\p{L}\p{M}]+)\.?[ -](\d{1,2})(?:st|nd|rd|th)?,?[ -](\d{4})$/u;
const YEAR_AND_NAME = /^(\d{4})\.?[ -]([\p{L}\p{M}]+)\.?[ -](\d{1,2})\.?$/u;
const WANTED = "is not a day that can be read: write 2026-11-20";

/**
 * Reads a day as people and spreadsheets write it. `03/04/2026` is ambiguous until `order` says which comes first; with
 * points the day is first in every locale. A year of two digits is an error. A time of day is left out.
 */
export function readPrintedDay(text: string, order?: DayOrder): PrintedDay {
  const plain = toPlainText(text).replace(TIME, "");
  if (/^\d{5}(?:[.,]\d+)?$/.test(plain)) return readSerial(Number.parseInt(plain, 10));
  const [, year, , month, day, shortMonth, shortDay] = YEAR_FIRST.exec(plain) ?? [];
  if (year !== undefined) return readParts(year, month ?? shortMonth, day ?? shortDay);
  const eastAsian = EAST_ASIAN.exec(plain);
  if (eastAsian !== null) return readParts(eastAsian[1], eastAsian[2], eastAsian[3]);
  const numbers = YEAR_LAST.exec(plain);
  if (numbers !== null) return readYearLast(numbers, order);
  return readNamed(plain);
}

function readYearLast([, first, mark, second, year]: readonly (string | undefined)[], order?: DayOrder): PrintedDay {
  const dayFirst = toDay(year, second, first);
  const monthFirst = mark === "." ? null : toDay(year, first, second);
  if (dayFirst === null && monthFirst === null) return { kind: "error", text: "does not exist" };
  if (dayFirst === monthFirst || mark === ".") return { kind: "day", day: dayFirst ?? "", order: null };
  if (monthFirst === null || dayFirst === null) {
    const only: DayOrder = dayFirst === null ? "mdy" : "dmy";
    return { kind: "day", day: dayFirst ?? monthFirst ?? "", order: only };
  }
  if (order === undefined) return { kind: "ambiguous", readings: [dayFirst, monthFirst] };
  return { kind: "day", day: order === "dmy" ? dayFirst : monthFirst, order };
}

function readNamed(plain: string): PrintedDay {
  const dayAndName = DAY_AND_NAME.exec(plain);
  const nameAndDay = NAME_AND_DAY.exec(plain);
  const yearAndName = YEAR_AND_NAME.exec(plain);
  const name = dayAndName?.[2] ?? nameAndDay?.[1] ?? yearAndName?.[2];
  if (name === undefined) {
    const isShort = /^\d{1,2}[-./]\d{1,2}[-./]\d{2}$/.test(plain);
    return { kind: "error", text: isShort ? "has a year of two digits: write 2026-11-20" : WANTED };
  }
  const months = readMonthNames().get(name.toLowerCase());
  if (months === undefined) return { kind: "error", text: WANTED };
  const [month] = months;
  // `listopad` is October in Croatian and November in Polish.
  if (months.size > 1 || month === undefined) {
    return { kind: "error", text: "names a month that differs by language: write 2026-11-20" };
  }
  const year = dayAndName?.[3] ?? nameAndDay?.[3] ?? yearAndName?.[1];
  return readParts(year, String(month), dayAndName?.[1] ?? nameAndDay?.[2] ?? yearAndName?.[3]);
}

function readSerial(serial: number): PrintedDay {
  if (serial < FIRST_SERIAL || serial > LAST_SERIAL) return { kind: "error", text: WANTED };
  const day = new Date(SERIAL_ZERO + serial * MS_PER_DAY).toISOString().slice(0, 10);
  return { kind: "day", day, order: null };
}

function readParts(year?: string, month?: string, day?: string): PrintedDay {
  const read = toDay(year, month, day);
  return read === null ? { kind: "error", text: "does not exist" } : { kind: "day", day: read, order: null };
}

/** Null for a day that does not exist. */
function toDay(year = "", month = "", day = ""): string | null {
  const text = [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-");
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text ? text : null;
}

const LANGUAGES = "en de fr es it pt nl pl tr cs sk sv da nb fi hu ru uk ro hr bg el id".split(" ");

let known: ReadonlyMap<string, ReadonlySet<number>> | undefined;

/** Months from 1 by their names in small letters. Built on first use. */
function readMonthNames(): ReadonlyMap<string, ReadonlySet<number>> {
  if (known !== undefined) return known;
  const names = new Map<string, Set<number>>();
  for (const language of LANGUAGES)
    for (const month of ["long", "short"] as const) {
      // With a day and alone: names decline.
      for (const day of ["numeric", undefined] as const) {
        const format = new Intl.DateTimeFormat(language, { month, day, timeZone: "UTC" });
        for (let number = 1; number <= 12; number += 1) {
          const parts = format.formatToParts(Date.UTC(2026, number - 1, 20));
          const name =
            parts
              .find(({ type }) => type === "month")
              ?.value.toLowerCase()
              .replace(/\.$/, "") ?? "";
          if (/\p{L}/u.test(name)) names.set(name, (names.get(name) ?? new Set()).add(number));
        }
      }
    }
  known = names;
  return names;
}
