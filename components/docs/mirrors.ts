import { CHANGE_KINDS } from "@/lib/changes/rules";
import type { Program } from "./programs";

/** Every kind, so that the copy is the newest version byte for byte. */
const KINDS = CHANGE_KINDS.join(",");

/**
 * Programs that keep a copy of all current prices: the first run reads one version, later runs apply changes. `base`:
 * public address.
 */
export const writeMirrors = (base: string): readonly Program[] => [
  { title: "In a shell", note: "curl and jq", language: "curl", code: writeShell(base) },
  { title: "In Python, kept in SQL", note: "nothing but Python 3", language: "Python", code: writePython(base) },
  { title: "In R", note: "jsonlite", language: "R", code: writeR(base) },
];

const writeShell = (base: string) => `base=${base}
pages() {
  next=$1
  while [ "$next" != null ]; do
    page=$(curl -sf --retry 5 "$next") || exit 1
    printf '%s' "$page" | jq -c '.data[]'
    next=$(printf '%s' "$page" | jq -r .links.next)
  done
}
newest=$(curl -sf "$base/api/versions?page_size=1" | jq -r '.data[0].version') || exit 1
if [ -f version ]; then
  pages "$base/api/changes?since=$(cat version)&until=$newest&object=price&kind=${KINDS}&page_size=200" > changes.ndjson
  jq -nc --slurpfile changes changes.ndjson '
    def key: [.product, .country, .platform, .period] | join(" ");
    reduce inputs as $price ({}; .[$price | key] = $price)
    | reduce $changes[] as $change (.; .[$change.key | key] = $change.after)
    | .[] | values' prices.ndjson > next.ndjson && mv next.ndjson prices.ndjson
else
  pages "$base/api/prices?page_size=200&version=$newest" > prices.ndjson
fi
echo "$newest" > version`;

const writePython = (base: string) => `import json, sqlite3, time, urllib.error, urllib.request

BASE = "${base}"
KINDS = "${KINDS}"
db = sqlite3.connect("prices.db")
db.execute("create table if not exists price (key text primary key, record text)")
db.execute("create table if not exists state (version text)")

def get(url):
    while True:
        try:
            with urllib.request.urlopen(url) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                raise
            time.sleep(int(error.headers["Retry-After"]))

def pages(url):
    while url:
        page = get(url)
        yield from page["data"]
        url = page["links"]["next"]

def key(row):
    return " ".join(row[part] for part in ("product", "country", "platform", "period"))

newest = get(BASE + "/api/versions?page_size=1")["data"][0]["version"]
row = db.execute("select version from state").fetchone()
if row is None:
    for price in pages(BASE + "/api/prices?page_size=200&version=" + newest):
        db.execute("insert into price values (?, ?)", (key(price), json.dumps(price)))
    db.execute("insert into state values (?)", (newest,))
else:
    for change in pages(BASE + "/api/changes?object=price&kind=" + KINDS + "&page_size=200&since=" + row[0] + "&until=" + newest):
        if change["after"] is None:
            db.execute("delete from price where key = ?", (key(change["key"]),))
        else:
            db.execute("insert or replace into price values (?, ?)", (key(change["key"]), json.dumps(change["after"])))
    db.execute("update state set version = ?", (newest,))
db.commit()
print(db.execute("select count(*) from price").fetchone()[0], "prices of", newest)`;

const writeR = (base: string) => `library(jsonlite)
base <- "${base}"
get <- function(url) {
  # A minute has sixty requests: a refused one is tried again.
  for (wait in c(0, 20, 20, 20)) {
    Sys.sleep(wait)
    page <- suppressWarnings(tryCatch(fromJSON(url, simplifyVector = FALSE), error = function(fault) NULL))
    if (!is.null(page)) return(page)
  }
  stop("no answer from ", url)
}
pages <- function(url) {
  all <- list()
  while (!is.null(url)) {
    page <- get(url)
    all <- c(all, page$data)
    url <- page$links[["next"]]
  }
  all
}
key <- function(row) paste(row$product, row$country, row$platform, row$period)
newest <- get(paste0(base, "/api/versions?page_size=1"))$data[[1]]$version
if (!file.exists("prices.rds")) {
  prices <- pages(paste0(base, "/api/prices?page_size=200&version=", newest))
  mirror <- list(version = newest, prices = setNames(prices, vapply(prices, key, "")))
} else {
  mirror <- readRDS("prices.rds")
  asked <- paste0("/api/changes?object=price&kind=${KINDS}&page_size=200&since=", mirror$version)
  for (change in pages(paste0(base, asked, "&until=", newest)))
    mirror$prices[[key(change$key)]] <- change$after
  mirror$version <- newest
}
saveRDS(mirror, "prices.rds")`;
