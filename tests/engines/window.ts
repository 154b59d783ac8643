import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** What a visitor has switched off. */
export type Refused = "scripts" | "cookies";

export type WindowOptions = {
  width: number;
  refused: Refused | null;
};

export type Key = "ArrowDown" | "ArrowUp" | "Enter" | "Escape" | "Tab";

export type Role = "table" | "row" | "cell" | "rowheader" | "columnheader";

/** What each engine does by its own protocol. */
export type Driver = {
  /** Value of an expression, as JSON. */
  evaluate(expression: string): Promise<unknown>;
  clickAt(x: number, y: number): Promise<void>;
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
  chooseFile(selector: string, path: string): Promise<void>;
  deleteCookies(): Promise<void>;
  /** Whether the first element is that for who hears the page, by the engine itself. */
  hasRole(selector: string, role: Role): Promise<boolean>;
  close(): Promise<void>;
};

export type Engine = {
  name: string;
  openWindow(options: WindowOptions): Promise<Driver>;
  close(): Promise<void>;
};

export const HEIGHT_PX = 844;
/** Folder of downloads in the home of an engine. */
export const toDownloads = (home: string) => join(home, "downloads");
/** As long as tests of the website wait. */
const PATIENCE_MS = 240_000;
const PAUSE_MS = 50;

type Json = string | number | boolean | null;
/** Engines say different things of an element. */
type Answer = Json | undefined | readonly Json[] | { readonly [name: string]: Json };

/** A window of any engine: what steps need, told once. */
export class BrowserWindow {
  readonly downloads: string;

  constructor(
    readonly driver: Driver,
    readonly base: string,
    readonly home: string,
    readonly options: WindowOptions,
  ) {
    this.downloads = toDownloads(home);
  }

  async open(path: string): Promise<void> {
    await this.mark();
    await this.change((address) => location.assign(address), this.base + path);
    await this.waitForLoad();
  }

  async reload(): Promise<void> {
    await this.mark();
    await this.change(() => location.reload());
    await this.waitForLoad();
  }

  /** Marks this page, to tell it from the next one. */
  async mark(): Promise<void> {
    await this.change(() => Reflect.set(self, "marked", true));
  }

  /** Until another page is loaded than the one that was marked. */
  async waitForLoad(): Promise<void> {
    await this.waitFor(
      "a page is loaded",
      () => !("marked" in self) && document.readyState === "complete" && location.protocol !== "about:",
    );
    // Later than those of the page, so that what it does when it comes back is done by then.
    await this.change(() => {
      addEventListener("pagehide", () => Reflect.set(self, "isLeft", true));
      addEventListener("pageshow", () => Reflect.deleteProperty(self, "isLeft"));
    });
  }

  /** `steps`: below 0 is back. The page that comes next may be one that was kept as it was left. */
  async go(steps: number, pattern: RegExp): Promise<void> {
    await this.change((by) => setTimeout(() => history.go(by)), steps);
    await this.waitForAddress(pattern);
  }

  /** The function runs in the page: it sees nothing but its arguments. */
  async evaluate<Value extends Answer, Arguments extends Json[]>(
    run: (...given: Arguments) => Value,
    ...given: Arguments
  ): Promise<Value> {
    return (await this.driver.evaluate(`(${run})(...${JSON.stringify(given)})`)) as Value;
  }

  /** Changes the page. */
  async change<Arguments extends Json[]>(run: (...given: Arguments) => void, ...given: Arguments): Promise<void> {
    await this.driver.evaluate(`void (${run})(...${JSON.stringify(given)})`);
  }

  /** Asks until the answer is neither false nor null; a page that is just being left has no answer. */
  async waitFor<Value extends Answer, Arguments extends Json[]>(
    what: string,
    run: (...given: Arguments) => Value,
    ...given: Arguments
  ): Promise<NonNullable<Value>> {
    const end = Date.now() + PATIENCE_MS;
    let fault: unknown = null;
    while (Date.now() < end) {
      try {
        const value = await this.evaluate(run, ...given);
        if (value !== false && value !== null && value !== undefined) return value;
      } catch (error) {
        fault = error;
      }
      await sleep(PAUSE_MS);
    }
    const at = await this.address().catch(() => "a page without scripts");
    throw new Error(`waited in vain at ${at}: ${what}`, { cause: fault });
  }

  /** Path and query. */
  address(): Promise<string> {
    return this.evaluate(() => location.pathname + location.search);
  }

  async waitForAddress(pattern: RegExp): Promise<void> {
    await this.waitFor(
      `the address is like ${pattern}`,
      (source) => {
        const [opened] = performance.getEntriesByType("navigation");
        const isLoaded = opened instanceof PerformanceNavigationTiming && opened.loadEventEnd > 0;
        return isLoaded && !("isLeft" in self) && new RegExp(source).test(location.pathname + location.search);
      },
      pattern.source,
    );
  }

  /** Clicks the first visible element as a pointer does, and throws where another one lies above it. */
  async click(selector: string, text = ""): Promise<void> {
    const { x, y } = await this.waitFor(
      `${selector} ${text} can be clicked`,
      (wanted, words) => {
        const element = [...document.querySelectorAll(wanted)].find(
          (one) => one.checkVisibility({ visibilityProperty: true }) && one.textContent?.includes(words),
        );
        if (!element) return null;
        element.scrollIntoView({ block: "center", behavior: "instant" });
        const { left, top, width, height } = element.getBoundingClientRect();
        const point = { x: Math.floor(left + width / 2), y: Math.floor(top + height / 2) };
        const hit = document.elementFromPoint(point.x, point.y);
        return hit && (element.contains(hit) || hit.contains(element.closest("label"))) ? point : null;
      },
      selector,
      text,
    );
    await this.driver.clickAt(x, y);
  }

  async focus(selector: string): Promise<void> {
    await this.waitFor(
      `${selector} takes the focus`,
      (wanted) => {
        const element = [...document.querySelectorAll<HTMLElement>(wanted)].find((one) => one.checkVisibility());
        element?.focus();
        return element !== undefined && document.activeElement === element;
      },
      selector,
    );
  }

  async fill(selector: string, text: string): Promise<void> {
    await this.focus(selector);
    await this.driver.type(text);
  }

  press(key: Key): Promise<void> {
    return this.driver.press(key);
  }

  /** Leaves cookies and stored settings of earlier steps behind. */
  async forget(): Promise<void> {
    await this.open("/robots.txt");
    await this.driver.deleteCookies();
    await this.change(() => {
      try {
        localStorage.clear();
      } catch {}
    });
  }
}
