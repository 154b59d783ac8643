import { describe, expect, test } from "vitest";
import { writeSnippets } from "@/lib/text/snippets";

const apiUrl = "https://atlas.example/api/prices?product=netflix&country=TR";
const csvUrl = "https://atlas.example/api/export?product=netflix&format=csv";
const codeOf = (urls: Parameters<typeof writeSnippets>[0]) =>
  Object.fromEntries(writeSnippets(urls).map(({ language, code }) => [language, code]));

test("every language fetches exactly the given URL", () => {
  expect(codeOf({ apiUrl, csvUrl })).toEqual({
    curl: `curl "${apiUrl}"`,
    JavaScript: `const response = await fetch("${apiUrl}");\nconst { data } = await response.json();`,
    Python: `import pandas as pd\n\ndf = pd.read_csv("${csvUrl}", keep_default_na=False, na_values=[""])`,
    R: `prices <- read.csv("${csvUrl}", na.strings = "")`,
    Sheets: `=IMPORTDATA("${csvUrl}")`,
  });
});

describe("without a CSV file", () => {
  const code = codeOf({ apiUrl });
  test("Python and R read the JSON", () => {
    expect(code.Python).toContain(`requests.get("${apiUrl}").json()["data"]`);
    expect(code.R).toContain(`fromJSON("${apiUrl}", flatten = TRUE)$data`);
  });
  test("Sheets is not offered, for it reads only CSV", () => expect(code).not.toHaveProperty("Sheets"));
});

describe("a URL never ends the quotes around it", () => {
  test.each([
    ["double quote", '"', "%22"],
    ["single quote", "'", "%27"],
    ["backtick", "`", "%60"],
    ["dollar, a variable in the shell", "$", "%24"],
    ["exclamation mark, history in the shell", "!", "%21"],
    ["backslash", "\\", "%5C"],
    ["space", " ", "%20"],
  ])("%s", (_, character, encoded) => {
    const url = `https://atlas.example/api/prices?product=a${character}b`;
    for (const { code } of writeSnippets({ apiUrl: url, csvUrl: url }))
      expect(code).toContain(`?product=a${encoded}b"`);
    expect(new URL(`https://atlas.example/?product=a${encoded}b`).searchParams.get("product")).toBe(`a${character}b`);
  });
});
