import { CsvReader } from "@/lib/import/read/csv";
import { readCurrencyApi } from "@/lib/import/read/formats/currency-api";
import type { CsvFormat, RowSink } from "@/lib/import/read/formats/format";

/** Reads the text of one file, block by block, and passes its rows to a sink. */
export interface RowReader {
  /** Lines of the file read so far. */
  readonly line: number;
  /** `lost` rows of the block could not be read, and are empty lines in it. */
  read(block: string, lost?: number): void;
  end(): void;
}

/** Rows of a comma-separated file; the first record is its header. */
export function openCsvRows(format: CsvFormat, sink: RowSink, latestDay: string): RowReader {
  let header: readonly string[] | null = null;
  let takeRow: ReturnType<CsvFormat["openRows"]> | null = null;
  let rows = 0;
  const reader = new CsvReader({
    onRecord(cells, line, record) {
      if (header === null || takeRow === null) {
        header = cells;
        takeRow = format.openRows(cells, sink, latestDay);
        return;
      }
      rows += 1;
      if (cells.length === header.length) takeRow(cells, line, record);
      else sink.fault(line, null, `has ${cells.length} columns, the header has ${header.length}`);
    },
    onFault: (line, text) => {
      rows += 1;
      sink.fault(line, null, text);
    },
  });
  return {
    get line() {
      return reader.line;
    },
    read: (block, lost = 0) => {
      rows += lost;
      reader.read(block);
    },
    end() {
      reader.end();
      if (rows === 0) sink.fault(1, null, "has a header and no rows");
    },
  };
}

/** Rows of one day's JSON of the Currency API: a few kilobytes, parsed as a whole. */
export function openCurrencyApi(sink: RowSink, latestDay: string): RowReader {
  let text = "";
  return {
    get line() {
      return text.split("\n").length - 1;
    },
    read(block) {
      text += block;
    },
    end: () => readCurrencyApi(text, sink, latestDay),
  };
}
