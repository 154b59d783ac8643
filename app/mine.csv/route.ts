import { z } from "zod";
import { serveText } from "@/lib/api/serve-text";
import { readCompareOptions } from "@/lib/catalogue/compare/options-data";
import { writeMineCsv } from "@/lib/catalogue/mine/csv-rules";
import { findMine } from "@/lib/catalogue/mine/data";
import { readList } from "@/lib/catalogue/mine/list-rules";
import { MineQuery } from "@/lib/catalogue/mine/page-schema";
import { BASE_COUNTRY } from "@/lib/catalogue/price-index/rules";
import { versionInputs } from "@/lib/contract/inputs";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveText(
  "/mine.csv",
  "text/csv; charset=utf-8; header=present",
  z.object({ list: MineQuery.shape.list, home: MineQuery.shape.home, ...versionInputs }),
  async (version, { list = "", home = BASE_COUNTRY }) => {
    const { indexed } = await readCompareOptions(version);
    const { subscriptions } = readList(list);
    return writeMineCsv(await findMine(version, { subscriptions, home, countries: indexed }), home);
  },
);
