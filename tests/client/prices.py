"""Reads all current prices in six ways into one type and compares them. The columns and their types are those of PriceRow
in the OpenAPI document. Arguments: address of the server, client address of these calls."""
import csv, io, json, sys, urllib.request

BASE, SENDER = sys.argv[1:3]
TAX = ("treatment", "rate_pct", "reason", "source", "reviewed_on")


def get(address):
    url = address if address.startswith("http") else BASE + address
    with urllib.request.urlopen(urllib.request.Request(url, headers={"X-Forwarded-For": SENDER})) as answer:
        return answer.read()


properties = json.loads(get("/api/openapi.json"))["components"]["schemas"]["PriceRow"]["properties"]


def types_of(field):
    types = [type for option in field.get("anyOf", [field]) for type in [option.get("type", [])]]
    return [name for type in types for name in ([type] if isinstance(type, str) else type)]


def to_cell(value, types):
    if value is None or value == "":
        return None
    if "number" in types or "integer" in types:
        return float(value)
    if "boolean" in types:
        return str(value).lower() == "true"
    return str(value)


def to_price(cells):
    return {name: to_cell(cells.get(name), types_of(field)) for name, field in properties.items()}


def flatten(price):
    tax = {("tax_" + name if name in TAX else name): value for name, value in price["tax"].items()}
    return {**price, **tax}


def read_list():
    page = "/api/prices?page_size=200"
    while page:
        answer = json.loads(get(page))
        yield from map(flatten, answer["data"])
        page = answer["links"]["next"]


def read_lines(path):
    return map(json.loads, get(path).decode().splitlines())


def read_parquet():
    import pyarrow.parquet
    return pyarrow.parquet.read_table(io.BytesIO(get("/api/export/prices.parquet"))).to_pylist()


ways = {
    "list": read_list,
    "ndjson": lambda: read_lines("/api/prices?format=ndjson"),
    "csv": lambda: csv.DictReader(io.StringIO(get("/api/prices?format=csv").decode(), newline="")),
    "export as JSON": lambda: json.loads(get("/api/export/prices.json"))["data"],
    "export as NDJSON": lambda: read_lines("/api/export/prices.ndjson"),
    "export as Parquet": read_parquet,
}
try:
    import pyarrow
except ImportError:
    del ways["export as Parquet"]

read = {way: list(map(to_price, rows())) for way, rows in ways.items()}
first = read["list"]
for way, prices in read.items():
    assert len(prices) == len(first), (way, len(prices), len(first))
    for at, price in enumerate(prices):
        assert price == first[at], (way, {name: (price[name], first[at][name]) for name in price if price[name] != first[at][name]})
print(len(first), "prices, the same by", ", ".join(read))
