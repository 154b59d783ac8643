export type DataUrls = {
  /** Absolute. */
  apiUrl: string;
  /** Absolute. */
  csvUrl?: string | undefined;
};
export type Snippet = { language: "curl" | "JavaScript" | "Python" | "R" | "Sheets"; code: string };

/** Escapes characters that would end the quotes in a shell, a program or a formula. */
const quote = (url: string) =>
  `"${new URL(url).href.replace(/["'`$!\\]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}"`;

/** Extra arguments stop pandas and R from reading `NA` (Namibia) as missing. Google Sheets reads only CSV. */
export function writeSnippets({ apiUrl, csvUrl }: DataUrls): Snippet[] {
  const api = quote(apiUrl);
  const csv = csvUrl === undefined ? null : quote(csvUrl);
  const snippets: Snippet[] = [
    { language: "curl", code: `curl ${api}` },
    { language: "JavaScript", code: `const response = await fetch(${api});\nconst { data } = await response.json();` },
    {
      language: "Python",
      code: csv
        ? `import pandas as pd\n\ndf = pd.read_csv(${csv}, keep_default_na=False, na_values=[""])`
        : `import pandas as pd\nimport requests\n\ndata = requests.get(${api}).json()["data"]\ndf = pd.json_normalize(data)`,
    },
    {
      language: "R",
      code: csv
        ? `prices <- read.csv(${csv}, na.strings = "")`
        : `library(jsonlite)\n\nprices <- fromJSON(${api}, flatten = TRUE)$data`,
    },
  ];
  if (csv) snippets.push({ language: "Sheets", code: `=IMPORTDATA(${csv})` });
  return snippets;
}
