import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { PASSWORD } from "../support/staff";
import type { BrowserWindow, Refused, Role } from "./window";

/** What a visitor does, and what the site must do then: the same in each engine. */
export type Step = {
  name: string;
  take(window: BrowserWindow): Promise<void>;
  refused?: Refused;
  /** Taken on phones too by `npm test`; others only by `npm run test:full`. */
  dependsOnWidth?: true;
};

/** Who signs in. */
export const STAFF = "owner@example.com";

const PANEL = ".masthead .pop";
const COUNTRY = `${PANEL} select[name=country]`;
const PRODUCT = "/services/netflix";
/** Long enough for what must not happen: a form that is sent by a key. */
const NOTHING_HAPPENS_MS = 700;

export const STEPS: readonly Step[] = [
  {
    name: "the panel of country and currency opens inside the window, and its choice is taken and remembered",
    dependsOnWidth: true,
    take: async (window) => {
      await window.open("/about");
      await openPanel(window);
      expect(await findOverflow(window, `${PANEL} .pop-panel`)).toBeNull();
      await chooseCountry(window, "DE");
      expect(await readHome(window)).toContain("Germany");
      await window.open("/services");
      expect(await readHome(window)).toContain("Germany");
    },
  },
  {
    name: "keys in the list of countries send nothing and keep the focus; Enter sends",
    take: async (window) => {
      await window.open("/about");
      await openPanel(window);
      await window.focus(COUNTRY);
      await window.mark();
      const before = await readValue(window, COUNTRY);
      await window.press("ArrowDown");
      const chosen = await window.waitFor(
        "the arrow key chooses another country",
        (selector, old) => {
          const select = document.querySelector<HTMLSelectElement>(selector);
          return select && select.value !== old ? select.value : null;
        },
        COUNTRY,
        before,
      );
      await sleep(NOTHING_HAPPENS_MS);
      expect(await isMarked(window)).toBe(true);
      expect(await window.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("country");
      await window.press("Enter");
      await window.waitFor(
        "the page is loaded with the chosen country",
        (selector, value) =>
          !("marked" in self) && document.querySelector<HTMLSelectElement>(selector)?.value === value,
        COUNTRY,
        chosen,
      );
    },
  },
  {
    name: "suggestions of the search are chosen by keys",
    dependsOnWidth: true,
    take: async (window) => {
      await window.open("/");
      await window.fill("main input[type=search]", "netfl");
      await window.waitFor("suggestions are shown inside the window", () => {
        const list = document.querySelector("main .suggestions:not([hidden])");
        const place = list?.getBoundingClientRect();
        const typed = list?.querySelector("[role=option] b")?.textContent;
        return place && place.left >= 0 && place.right <= innerWidth && typed === "Netfl";
      });
      await window.press("ArrowDown");
      await window.waitFor(
        "one is active",
        () => document.querySelector("main [role=option][aria-selected=true]") !== null,
      );
      await window.press("Enter");
      await window.waitForAddress(/^\/services\/netflix/);
    },
  },
  {
    name: "back and forward show pages with the country that is remembered by now, and nothing open",
    take: async (window) => {
      await window.open("/countries");
      await window.open(PRODUCT);
      const countPlaces = () => window.evaluate(() => history.length);
      const before = await countPlaces();
      await openPanel(window);
      await chooseCountry(window, "DE");
      // A choice that was sent may leave a place of its own behind.
      await window.go(before - (await countPlaces()) - 1, /^\/countries$/);
      await waitForHome(window, "Germany");
      expect(await window.evaluate(() => document.querySelector("details[data-menu][open]") === null)).toBe(true);
      await window.go(1, /^\/services\/netflix$/);
      await waitForHome(window, "Germany");
      expect(await readValue(window, COUNTRY)).toBe("DE");
    },
  },
  {
    name: "boxes of a comparison say what the page compares, after reload and back",
    take: async (window) => {
      const path = "/compare?countries=US,TR&products=netflix";
      const readTicks = () =>
        window.evaluate(() =>
          [...document.querySelectorAll<HTMLInputElement>("input[type=checkbox][form=pick]:checked, #pick :checked")]
            .filter(({ type }) => type === "checkbox")
            .map(({ name, value }) => `${name}=${value}`)
            .sort()
            .join(" "),
        );
      const shown = "countries=TR countries=US products=netflix";
      await window.open(path);
      expect(await readTicks()).toBe(shown);
      await tick(window, "countries", "DE");
      await tick(window, "products", "spotify");
      await window.reload();
      expect(await readTicks()).toBe(shown);
      await tick(window, "countries", "ES");
      await window.open("/about");
      await window.go(-1, /^\/compare/);
      const ticked = await readTicks();
      const compared = await window.address();
      expect(ticked).toBe(shown);
      expect(compared).toContain("products=netflix");
    },
  },
  {
    name: "a select says what the page is filtered by, after reload and back",
    take: async (window) => {
      const path = "/services?country=DE";
      const select = "form.filters select[name=country]";
      const change = () =>
        window.change((selector) => {
          const field = document.querySelector<HTMLSelectElement>(selector);
          if (field) field.value = "TR";
        }, select);
      await window.open(path);
      expect(await readValue(window, select)).toBe("DE");
      await change();
      await window.reload();
      expect(await readValue(window, select)).toBe("DE");
      await change();
      await window.open("/about");
      await window.go(-1, /^\/services/);
      expect(await readValue(window, select)).toBe("DE");
    },
  },
  {
    name: "a list is filtered by what its field says, after reload and back, and “Show all” goes on filtering",
    dependsOnWidth: true,
    take: async (window) => {
      const field = "form[data-filter] input[type=search]";
      const readList = () =>
        window.evaluate((selector) => {
          const typed = document.querySelector<HTMLInputElement>(selector)?.value ?? "";
          const rows = [...document.querySelectorAll("#list tbody tr[data-k]")].filter((row) => row.checkVisibility());
          const others = rows.filter((row) => !row.getAttribute("data-k")?.toLowerCase().includes("disney"));
          return { typed, count: rows.length, others: others.length };
        }, field);
      const expectAlike = async () => {
        await expect
          .poll(async () => {
            const { typed, count, others } = await readList();
            return typed === "" ? count > 10 : typed === "disney" && others === 0;
          })
          .toBe(true);
      };
      await window.open("/services");
      const unfiltered = await readList();
      expect(unfiltered.count).toBeGreaterThan(10);
      await window.fill(field, "disney");
      await window.waitFor(
        "only what is typed is left",
        () =>
          [...document.querySelectorAll("#list tbody tr[data-k]")].filter((row) => row.checkVisibility()).length < 10,
      );
      await expectAlike();
      const hasMore = await window.evaluate(
        () => document.querySelector("a[data-more]:not([hidden])")?.checkVisibility() ?? false,
      );
      if (hasMore) {
        await window.click("a[data-more]");
        await window.waitForAddress(/[?&]show=all/);
        await expect.poll(readList).toMatchObject({ typed: "disney", others: 0 });
      }
      await window.open("/about");
      await window.go(-1, /^\/services/);
      await expectAlike();
      await window.reload();
      await expectAlike();
    },
  },
  {
    name: "what is typed into a report is still there after a look at another page",
    take: async (window) => {
      await window.open("/report?product=netflix&country=TR&platform=ios&period=monthly");
      await waitForReact(window);
      await window.fill("input[name=amount]", "123.45");
      await window.fill("input[name=source_url]", "https://www.netflix.com/signup");
      await window.open("/about");
      await window.go(-1, /^\/report/);
      expect(await readValue(window, "input[name=amount]")).toBe("123.45");
      expect(await readValue(window, "input[name=source_url]")).toBe("https://www.netflix.com/signup");
    },
  },
  {
    name: "a country of the map that takes the focus comes into view with its tip",
    dependsOnWidth: true,
    take: async (window) => {
      await window.open(PRODUCT);
      const count = await window.evaluate(() => document.querySelectorAll("#map a.map-country").length);
      expect(count).toBeGreaterThan(10);
      for (const at of [0, Math.floor(count / 2), count - 1]) {
        await window.change((index) => {
          scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
          (document.querySelectorAll("#map a.map-country")[index] as SVGElement | undefined)?.focus();
        }, at);
        await window.waitFor("the country and its tip are in the window", () => {
          const isInside = (element: Element | null) => {
            const { left, top, right, bottom } = element?.getBoundingClientRect() ?? new DOMRect(-1, -1);
            return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
          };
          const mark = document.activeElement?.querySelector("use, circle, path") ?? document.activeElement;
          const { width = 0, height = 0 } = mark?.getBoundingClientRect() ?? {};
          const isLarge = width > innerWidth || height > innerHeight;
          return (
            document.activeElement?.matches("a.map-country") &&
            (isLarge || isInside(mark)) &&
            isInside(document.querySelector(".tip"))
          );
        });
      }
    },
  },
  {
    name: "the button of an example copies it",
    dependsOnWidth: true,
    take: async (window) => {
      await window.open("/docs/endpoints/prices");
      await window.click(".code-block-data .copy");
      await window.waitFor("the button says so", () =>
        [...document.querySelectorAll(".copy")].some(({ textContent }) => textContent === "Copied"),
      );
    },
  },
  {
    name: "a date field with the focus has a ring",
    take: async (window) => {
      await window.open("/countries/TR");
      await window.change(() => {
        for (const details of document.querySelectorAll("details"))
          details.open ||= details.querySelector(".day-form") !== null;
      });
      const look = () =>
        window.evaluate(() => {
          const field = document.querySelector(".day-form input[type=date]");
          const style = field && getComputedStyle(field);
          return style && style.outlineStyle !== "none" ? Number.parseFloat(style.outlineWidth) : 0;
        });
      expect(await look()).toBe(0);
      await window.focus(".day-form input[type=date]");
      await window.press("ArrowUp");
      expect(await look()).toBeGreaterThanOrEqual(2);
    },
  },
  {
    name: "a table is sorted by the link in its head",
    dependsOnWidth: true,
    take: async (window) => {
      await window.open(PRODUCT);
      // Phones have no heads: their rows are cards.
      if (window.options.width < 640) await window.open(`${PRODUCT}?sort=country`);
      else await window.click("#prices th a", "Country");
      await window.waitForAddress(/sort=country/);
      const names = await window.waitFor("the order is shown", () =>
        document.querySelector("#prices th[aria-sort]")?.textContent?.startsWith("Country")
          ? [...document.querySelectorAll("#prices tbody:not(.pinned) tr[data-k]")].map(
              (row) => (row.getAttribute("data-k") ?? "").split("|")[0] ?? "",
            )
          : null,
      );
      expect(names.length).toBeGreaterThan(10);
      expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, "en")));
    },
  },
  {
    name: "tables are tables for who hears them, as cards of a phone too",
    dependsOnWidth: true,
    take: async (window) => {
      const expectRoles = async (table: string) => {
        const parts: [selector: string, role: Role][] = [
          [table, "table"],
          [`${table} tbody:not(.pinned) tr`, "row"],
          [`${table} tbody:not(.pinned) th`, "rowheader"],
          [`${table} tbody:not(.pinned) td:not(.hide-stacked)`, "cell"],
          [`${table} thead th:not(.hide-stacked, :first-child)`, "columnheader"],
        ];
        for (const [selector, role] of parts)
          expect(await window.driver.hasRole(selector, role), `${selector} is a ${role}`).toBe(true);
      };
      await window.open("/services");
      await expectRoles(".data-table");
      await window.open("/compare?countries=US,TR&products=netflix,spotify");
      await expectRoles(".heat");
      await window.open("/compare?countries=US,TR,DE,IN,BR,JP,EG&products=netflix,spotify");
      await expectRoles(".heat");
    },
  },
  {
    name: "an embed fits its frame and leads to the site",
    dependsOnWidth: true,
    take: async (window) => {
      for (const path of ["/embed/services/netflix", "/embed/index"]) {
        await window.open(path);
        expect(await findOverflow(window, "main.embed")).toBeNull();
        const shown = await window.evaluate(() => document.querySelector("main.embed")?.textContent?.length ?? 0);
        expect(shown).toBeGreaterThan(50);
        const link = await window.evaluate(() => document.querySelector<HTMLAnchorElement>("a.brand")?.target);
        expect(link).toBe("_blank");
      }
    },
  },
  {
    name: "staff signs in with a password, makes a key, which works, and revokes it, after which it does not",
    take: async (window) => {
      await signIn(window);
      const name = `Key ${randomUUID().slice(0, 8)}`;
      await window.open("/admin/keys/new");
      await waitForReact(window);
      await window.fill("input[name=name]", name);
      await window.fill("input[name=owner]", "Tests");
      await window.click("main form button[type=submit]", "Make key");
      const token = await window.waitFor("the token is shown", () => document.querySelector(".once-text")?.textContent);
      expect(await ask(window, token)).toBe(200);
      await window.click("a", "Go to");
      await window.waitForAddress(/^\/admin\/keys\/[\w-]+/);
      await waitForReact(window);
      await window.fill("input[name=confirmation]", name);
      await window.click("main form button[type=submit]", "Revoke for good");
      await window.waitFor(
        "the key is revoked",
        () => document.querySelector("main")?.textContent?.includes("Revoked") ?? false,
      );
      await expect.poll(() => ask(window, token)).toBe(401);
    },
  },
  {
    name: "staff uploads a file, which is checked",
    take: async (window) => {
      const file = join(window.home, "upload.csv");
      const header = "product,country,platform,period,amount,currency,observed_on,source,source_url";
      const row = "netflix,AQ,web,yearly,9.99,USD,2024-01-01,netflix-prices,https://www.netflix.com/";
      await writeFile(file, `${header}\n${row}\n`);
      await signIn(window);
      await window.open("/admin/changes/new");
      await waitForReact(window);
      await window.driver.chooseFile("#upload-files", file);
      await window.click("main form button[type=submit]", "Upload and check");
      await window.waitForAddress(/^\/admin\/changes\/\d+/);
      await window.waitFor("the file is named", () => document.body.textContent?.includes("upload.csv") ?? false);
    },
  },
  {
    name: "a dataset is downloaded as CSV",
    take: async (window) => {
      await rm(window.downloads, { recursive: true, force: true });
      await mkdir(window.downloads);
      const link = 'main a[href="/api/export?dataset=index&format=csv"]';
      await window.open("/docs/data");
      const expected = await (await fetch(`${window.base}/api/export?dataset=index&format=csv`)).text();
      await window.click(link);
      const read = async () => {
        const name = (await readdir(window.downloads)).find((file) => file.endsWith(".csv"));
        return name === undefined ? "" : readFile(join(window.downloads, name), "utf8");
      };
      await expect.poll(read).toBe(expected);
    },
  },
  {
    name: "the theme chosen holds for the bar of the browser too",
    take: async (window) => {
      await window.open("/about");
      for (const theme of ["dark", "light"]) {
        await openPanel(window);
        await window.click(`${PANEL} [data-theme-switch] label`, theme === "dark" ? "Dark" : "Light");
        await window.waitFor(
          "theme-color is the page's own",
          (wanted) => {
            const bar = [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")].find(
              ({ media }) => media === "" || matchMedia(media).matches,
            );
            const probe = document.createElement("i");
            probe.style.color = bar?.content ?? "";
            document.body.append(probe);
            const shown = getComputedStyle(probe).color;
            probe.remove();
            return (
              document.documentElement.dataset.theme === wanted &&
              shown === getComputedStyle(document.body).backgroundColor
            );
          },
          theme,
        );
        await window.reload();
        expect(await window.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
      }
    },
  },
  {
    name: "on paper a chart stays in one piece",
    take: async (window) => {
      await window.open(PRODUCT);
      const cut = await window.evaluate(() => {
        for (const sheet of document.styleSheets) {
          for (const rule of sheet.cssRules) {
            if (rule instanceof CSSMediaRule && rule.media.mediaText.includes("print")) rule.media.mediaText = "all";
          }
        }
        return [...document.querySelectorAll(".history svg, .map svg")]
          .filter((chart) => chart.checkVisibility())
          .filter((chart) => {
            let at: Element | null = chart;
            while (at && getComputedStyle(at).breakInside === "auto") at = at.parentElement;
            return at === null;
          })
          .map((chart) => chart.parentElement?.className ?? "");
      });
      expect(cut).toEqual([]);
    },
  },
  {
    name: "without scripts a country is chosen and a list is found in",
    refused: "scripts",
    take: async (window) => {
      await window.open("/about");
      await window.click(`${PANEL} > summary`);
      await window.change((selector) => {
        const select = document.querySelector<HTMLSelectElement>(selector);
        if (select) select.value = "DE";
      }, COUNTRY);
      await window.click(`${PANEL} .home-form button.button`);
      await waitForHome(window, "Germany");
      await window.open("/services");
      await window.fill("form[data-filter] input[type=search]", "disney");
      await window.click("form[data-filter] button");
      await window.waitForAddress(/q=disney/);
      expect(await window.evaluate(() => document.querySelectorAll("#list tbody tr[data-k]").length)).toBeLessThan(10);
    },
  },
  {
    name: "where cookies are refused, a choice of country says so and holds in the address",
    refused: "cookies",
    take: async (window) => {
      await window.open("/about");
      await openPanel(window);
      await chooseCountry(window, "DE");
      await window.waitFor("the page says that nothing is remembered", () =>
        /cookie/i.test(
          [...document.querySelectorAll("[role=alert], [role=status], .notice")]
            .map(({ textContent }) => textContent)
            .join(" "),
        ),
      );
      expect(await window.address()).toContain("DE");
      expect(await readHome(window)).toContain("Germany");
    },
  },
];

async function openPanel(window: BrowserWindow): Promise<void> {
  await window.click(`${PANEL} > summary`);
  await window.waitFor(
    "the panel opens",
    (selector) => document.querySelector(selector) !== null,
    `${PANEL}[open] .pop-panel`,
  );
}

/** As one does with a pointer: chooses in the list, then presses the button. */
async function chooseCountry(window: BrowserWindow, country: string): Promise<void> {
  await window.focus(COUNTRY);
  await window.mark();
  await window.change(
    (selector, value) => {
      const select = document.querySelector<HTMLSelectElement>(selector);
      if (!select) return;
      select.value = value;
      select.dispatchEvent(new Event("input", { bubbles: true }));
      select.dispatchEvent(new Event("change", { bubbles: true }));
    },
    COUNTRY,
    country,
  );
  await window.click(`${PANEL} .home-form button.button`);
  await window.waitForLoad();
}

async function tick(window: BrowserWindow, name: string, value: string): Promise<void> {
  await window.change(
    (wanted, of) => document.querySelector<HTMLInputElement>(`input[name=${wanted}][value="${of}"]`)?.click(),
    name,
    value,
  );
}

async function signIn(window: BrowserWindow): Promise<void> {
  await window.open("/admin");
  if ((await window.address()).startsWith("/admin/desk")) return;
  await window.fill("input[name=email]", STAFF);
  await window.fill("input[name=password]", PASSWORD);
  await window.click("main form button[type=submit]", "Sign in");
  await window.waitForAddress(/^\/admin\/desk$/);
}

/** What is typed before React has the document would be lost. */
const waitForReact = (window: BrowserWindow) =>
  window.waitFor(
    "React has the document where it comes",
    () => !("__next_f" in self) || document.documentElement.dataset.hydrated !== undefined,
  );

async function ask(window: BrowserWindow, token: string): Promise<number> {
  const { status } = await fetch(`${window.base}/api/key`, { headers: { "x-api-key": token } });
  return status;
}

async function readValue(window: BrowserWindow, selector: string): Promise<string> {
  await window.waitFor(`${selector} is there`, (wanted) => document.querySelector(wanted) !== null, selector);
  return window.evaluate((wanted) => document.querySelector<HTMLSelectElement>(wanted)?.value ?? "", selector);
}

const readHome = (window: BrowserWindow) =>
  window.evaluate((selector) => document.querySelector(selector)?.textContent ?? "", `${PANEL} > summary`);

const waitForHome = (window: BrowserWindow, country: string) =>
  window.waitFor(
    `the header names ${country}`,
    (selector, name) => document.querySelector(selector)?.textContent?.includes(name) ?? false,
    `${PANEL} > summary`,
    country,
  );

const isMarked = (window: BrowserWindow) => window.evaluate(() => "marked" in self);

/** Null where the element and the page are within the window. */
const findOverflow = (window: BrowserWindow, selector: string) =>
  window.evaluate((wanted) => {
    const { left, right } = document.querySelector(wanted)?.getBoundingClientRect() ?? new DOMRect(-1);
    const { scrollWidth } = document.documentElement;
    return left >= 0 && right <= innerWidth && scrollWidth <= innerWidth
      ? null
      : `${left} to ${right}, page ${scrollWidth} of ${innerWidth}`;
  }, selector);
