import { type CSSProperties, type ReactNode, useId } from "react";
import { formatPct } from "@/lib/text/format";
import { placeLabelsCached } from "./cached-labels";
import { ChartTable } from "./chart-table";
import { CHARACTER_PX, type PlacedLabel } from "./place-labels";
import { type Step, stepOf } from "./scale";
import { Whisker, type WhiskerProps, whiskerWidth } from "./whisker";
import { HEIGHT, placeOf, WIDTH, WORLD_URL } from "./world";

export type MapValue = {
  /** ISO 3166-1 alpha-2. */
  code: string;
  name: string;
  /** Difference from the US in per cent; null for the US itself, the base. */
  pct: number | null;
  /** 95 % interval of `pct`, drawn as a whisker on the label. */
  interval?: readonly [low: number, high: number] | null;
  /** Colour class and text of a value that is no difference from the US; `pct` is null then. */
  other?: { step: Step; figure: string };
  /** Line of the tooltip and the table: "$5.92 a month (TRY 289.99)", "124 products". */
  detail?: string;
  href: string;
};
/** 1 shows on every map, 2 from 640 px, 3 from 960 px of its width. */
export type LabelPriority = 1 | 2 | 3;
export type MapLabel = {
  code: string;
  /** Use priority 1 for two or three labels, the others for up to ten each; earlier labels get the better place. */
  priority: LabelPriority;
  /** Abbreviation of the country's name, where the name has no room: "UK". */
  name?: string;
  /** Instead of the difference: "base of the index". */
  text?: string;
};
export type WorldMapProps = {
  /** Countries without a value are hatched. Tab visits them in the given order. */
  values: readonly MapValue[];
  labels?: readonly MapLabel[];
  /** Result of the map in a sentence. */
  alt: string;
  /** Address of a table with these values on the page ("#prices"); without it the map brings its own. */
  tableHref?: string;
};

const stepOfValue = ({ pct, other }: MapValue) => other?.step ?? stepOf(pct ?? 0);

const percent = (part: number, whole: number) => `${Math.round((part / whole) * 10_000) / 100}%`;
const fragment = (id: string) => `${WORLD_URL}#${id}`;

function Layer({ className, children }: { className: string; children: ReactNode }) {
  return (
    <svg className={className} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {children}
    </svg>
  );
}

/**
 * Link in the shape of its country. The shape comes from one cached file, so that a page carries only its values. Its
 * title is a tooltip; components/client/map-tips.ts shows it at once, also on focus, at the position in `data-at`.
 */
function Country({ value }: { value: MapValue }) {
  const { code, name, pct, other, detail, href } = value;
  const place = placeOf(code);
  if (!place) return null;
  const figure = other?.figure ?? (pct === null ? "" : `${formatPct(pct)} against the US`);
  const title = [name, figure].filter(Boolean).join(" ");
  const at = [percent(place.x, WIDTH), percent(place.y, HEIGHT)].join(" ");
  return (
    <a className="map-country" href={href} data-step={stepOfValue(value)} data-at={at}>
      <title>{detail === undefined ? title : `${title}\n${detail}`}</title>
      {place.dot ? <circle cx={place.x} cy={place.y} r="3" /> : <use href={fragment(code)} />}
    </a>
  );
}

/** Map widths for which labels are placed, and the lowest priority shown on each; map.css shows one of them. */
const LABEL_SETS: readonly { name: string; widthPx: number; priority: LabelPriority }[] = [
  { name: "narrow", widthPx: 330, priority: 1 },
  { name: "medium", widthPx: 640, priority: 2 },
  { name: "wide", widthPx: 960, priority: 3 },
];

function Labels({ values, labels }: { values: readonly MapValue[]; labels: readonly MapLabel[] }) {
  const byCode = new Map(values.map((value) => [value.code, value]));
  const texts = labels.flatMap((label) => {
    const value = byCode.get(label.code);
    if (!value) return [];
    const figure = label.text ?? value.other?.figure ?? (value.pct === null ? "" : formatPct(value.pct, 0));
    const interval = value.pct === null || label.text !== undefined ? null : (value.interval ?? null);
    const whisker = interval && value.pct !== null ? { interval, pct: value.pct } : null;
    // Reserves room for the whisker by no-break spaces, because lines are measured by their characters.
    const room = whisker ? "\u00a0".repeat(Math.ceil(whiskerWidth(whisker) / CHARACTER_PX) + 1) : "";
    const lines = [label.name ?? value.name, figure + room].filter(Boolean);
    return [{ ...label, step: stepOfValue(value), lines, whisker }];
  });
  const byPriority = texts.sort((a, b) => a.priority - b.priority);
  return LABEL_SETS.map(({ name, widthPx, priority }) => {
    const shown = byPriority.filter((text) => text.priority <= priority);
    return (
      <LabelSet key={name} name={name} placed={placeLabelsCached(shown, { widthPx, filled: [...byCode.keys()] })} />
    );
  });
}

type PlacedText = PlacedLabel<{ code: string; lines: string[]; step: Step; whisker: WhiskerProps | null }>;

function LabelSet({ name, placed }: { name: string; placed: readonly PlacedText[] }) {
  return (
    <div className={`map-labels map-labels-${name}`} aria-hidden="true">
      <Layer className="map-layer">
        {placed.map(({ code, x, y, leaderTo }) => {
          if (!leaderTo) return null;
          const d = `M${x.toFixed(1)} ${y.toFixed(1)}L${leaderTo.x} ${leaderTo.y}`;
          return (
            <g key={code}>
              <path className="map-leader-case" d={d} />
              <path className="map-leader" d={d} />
              <circle className="map-leader-end" cx={leaderTo.x} cy={leaderTo.y} r="1.8" />
            </g>
          );
        })}
      </Layer>
      {placed.map(({ code, side, x, y, lines: [country, figure], step, whisker }) => (
        <span
          key={code}
          className={`map-label map-label-${side}`}
          {...(side === "inside" ? { "data-step": step } : {})}
          style={{ left: percent(x, WIDTH), top: percent(y, HEIGHT) }}
        >
          {country}
          {side === "inside" ? <br /> : " "}
          <b>{figure?.trimEnd()}</b>
          {whisker && <Whisker {...whisker} />}
        </span>
      ))}
    </div>
  );
}

/**
 * Choropleth of the difference from the US: Equal Earth projection, land without data hatched, small countries as dots.
 */
export function WorldMap({ values, labels = [], alt, tableHref }: WorldMapProps) {
  const tableId = useId();
  const mask: CSSProperties & { "--world": string } = { "--world": `url("${WORLD_URL}")` };
  const table = tableHref ?? `#${tableId}`;
  return (
    <>
      <a className="skip skip-here" href={table}>
        Skip the map’s {values.length} countries
      </a>
      <div className="map" style={mask}>
        <Layer className="map-layer map-layer-base">
          <use className="map-sea" href={fragment("sheet")} />
          <use className="map-graticule" href={fragment("graticule")} />
        </Layer>
        <div className="map-no-data" />
        <Layer className="map-layer">
          <use className="map-coast" href={fragment("land")} />
        </Layer>
        <svg className="map-layer" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-label={alt}>
          {values.map((value) => (
            <Country key={value.code} value={value} />
          ))}
        </svg>
        <Layer className="map-layer">
          <use className="map-frame-outer" href={fragment("sheet")} />
          <use className="map-frame-inner" href={fragment("sheet")} />
          <use className="map-frame-segments" href={fragment("frame")} />
        </Layer>
        <Labels values={values} labels={labels} />
      </div>
      {tableHref === undefined && (
        <ChartTable
          id={tableId}
          summary="The map as a table"
          caption={alt}
          head={["Country", values.some(({ other }) => other) ? "Value" : "Against the US", "Detail"]}
          rows={values.map(({ code, name, pct, other, detail, href }) => ({
            key: code,
            cells: [
              <a key="name" href={href}>
                {name}
              </a>,
              other?.figure ?? (pct === null ? "base" : formatPct(pct)),
              detail ?? "",
            ],
          }))}
        />
      )}
    </>
  );
}
