import type { CSSProperties, ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { MAP_REGIONS, type MapRegion } from "@/lib/contract/map-regions";
import { formatPct } from "@/lib/text/format";
import { cropOf, isCountryInCrop, MAP_VIEWS, type MapCrop, WHOLE_WORLD } from "./map-views";
import { placeMapLabels } from "./place-map-labels";
import { HEIGHT, placeOf, WIDTH, WORLD_URL } from "./world";
import { type LabelPriority, type MapLabel, type MapValue, stepOfValue } from "./world-map-values";

export type WorldMapProps = {
  /** Tab visits the countries in this order. */
  values: readonly MapValue[];
  labels?: readonly MapLabel[];
  alt: string;
  /** Address of a table with these values on the page ("#prices"). */
  tableHref: string;
  regions?: MapRegions;
  /** Name of the base of `pct` in a sentence: `the US`. */
  base?: string;
};
export type MapRegions = { current: MapRegion | undefined; hrefOf: (region: MapRegion | undefined) => string };

const percent = (part: number, whole: number) => `${Math.round((part / whole) * 10_000) / 100}%`;
const fragment = (id: string) => `${WORLD_URL}#${id}`;

function Layer({ className, crop, children }: { className: string; crop: MapCrop; children: ReactNode }) {
  return (
    <svg className={className} viewBox={viewBoxOf(crop)} aria-hidden="true">
      {children}
    </svg>
  );
}

const viewBoxOf = ({ x, y, width, height }: MapCrop) => `${x} ${y} ${width} ${height}`;

/**
 * The shape comes from one cached file, so that a page carries only its values. components/client/tips.ts shows the
 * title at `data-at`.
 */
function Country({ value, crop, base }: { value: MapValue; crop: MapCrop; base: string }) {
  const { code, name, pct, other, detail, href } = value;
  const place = placeOf(code);
  if (!place) return null;
  const figure = other?.figure ?? (pct === null ? "" : `${formatPct(pct)} against ${base}`);
  const title = [name, figure].filter(Boolean).join(" ");
  const within = (value: number, size: number) => percent(Math.max(0, Math.min(size, value)), size);
  const at = [within(place.x - crop.x, crop.width), within(place.y - crop.y, crop.height)].join(" ");
  return (
    <Link className="map-country" href={href} data-step={stepOfValue(value)} data-at={at}>
      <title>{detail === undefined ? title : `${title}\n${detail}`}</title>
      {place.dot ? <circle cx={place.x} cy={place.y} r="3" /> : <use href={fragment(code)} />}
    </Link>
  );
}

/** map.css shows one of these sets, by the width of the map. */
const NARROW = "map-labels-narrow";
const LABEL_SETS: readonly { className: string; widthPx: number; priority: LabelPriority }[] = [
  { className: NARROW, widthPx: 330, priority: 1 },
  { className: "map-labels-medium", widthPx: 640, priority: 2 },
  { className: "map-labels-wide", widthPx: 960, priority: 3 },
];

function Labels({ values, labels, crop }: { values: readonly MapValue[]; labels: readonly MapLabel[]; crop: MapCrop }) {
  // Leaders of the whole world cross oceans where it is as narrow as a phone; the table has all values.
  const sets = crop === WHOLE_WORLD ? LABEL_SETS.filter(({ className }) => className !== NARROW) : LABEL_SETS;
  return sets.map(({ className, widthPx, priority }) => (
    <LabelSet
      key={className}
      className={className}
      crop={crop}
      placed={placeMapLabels(values, labels, { widthPx, priority, crop })}
    />
  ));
}

type PlacedText = ReturnType<typeof placeMapLabels>[number];

const SIDES = {
  left: "map-label map-label-left",
  right: "map-label map-label-right",
  inside: "map-label map-label-inside",
};

type LabelSetProps = { className: string; crop: MapCrop; placed: readonly PlacedText[] };

function LabelSet({ className, crop, placed }: LabelSetProps) {
  return (
    <div className={`map-labels ${className}`} aria-hidden="true">
      <Layer className="map-layer" crop={crop}>
        {placed.map(({ code, x, y, leaderTo }) => {
          if (!leaderTo) return null;
          const d = `M${x.toFixed(1)} ${y.toFixed(1)}L${leaderTo.x} ${leaderTo.y}`;
          return (
            <g key={code}>
              <path className="map-leader-case" d={d} />
              <path className="map-leader" d={d} />
              <circle className="map-leader-end" cx={leaderTo.x} cy={leaderTo.y} r={1.8 * (crop.width / WIDTH)} />
            </g>
          );
        })}
      </Layer>
      {placed.map(({ code, side, x, y, lines: [country, figure], step }) => (
        <span
          key={code}
          className={SIDES[side]}
          {...(side === "inside" ? { "data-step": step } : {})}
          style={{ left: percent(x - crop.x, crop.width), top: percent(y - crop.y, crop.height) }}
        >
          {country}
          {side === "inside" ? <br /> : " "}
          <b>{figure}</b>
        </span>
      ))}
    </div>
  );
}

type MapStyle = CSSProperties & Record<"--world" | "--world-size" | "--world-position" | "--map-scale", string>;

function toStyle({ x, y, width, height }: MapCrop): MapStyle {
  return {
    "--world": `url("${WORLD_URL}")`,
    "--world-size": `${percent(WIDTH, width)} ${percent(HEIGHT, height)}`,
    "--world-position": `${percent(x, WIDTH - width || 1)} ${percent(y, HEIGHT - height || 1)}`,
    "--map-scale": String(Math.round((width / WIDTH) * 1000) / 1000),
  };
}

function Regions({ regions: { current, hrefOf } }: { regions: MapRegions }) {
  const entries = [
    { region: undefined, name: "World" },
    ...MAP_REGIONS.map((region) => ({ region, name: MAP_VIEWS[region].name })),
  ];
  return (
    <nav className="map-regions" aria-label="Part of the map">
      {entries.map(({ region, name }) => (
        <Link key={name} href={hrefOf(region)} {...(region === current && { "aria-current": "true" as const })}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

type DrawingProps = Required<Pick<WorldMapProps, "values" | "labels" | "alt" | "tableHref" | "base">> & {
  region: MapRegion | undefined;
};

function MapDrawing({ values: all, labels, alt, tableHref, region, base }: DrawingProps) {
  const crop = cropOf(region);
  const isPart = crop !== WHOLE_WORLD;
  const values = isPart ? all.filter(({ code }) => isCountryInCrop(code, crop)) : all;
  return (
    <>
      <a className="skip skip-here" href={tableHref}>
        Skip the map’s {values.length} countries
      </a>
      <div className={isPart ? "map map-part" : "map"} style={toStyle(crop)}>
        <Layer className="map-layer map-layer-base" crop={crop}>
          <use className="map-sea" href={fragment("sheet")} />
          <use className="map-graticule" href={fragment("graticule")} />
        </Layer>
        <div className="map-no-data" />
        <Layer className="map-layer" crop={crop}>
          <use className="map-coast" href={fragment("land")} />
        </Layer>
        <svg className="map-layer" viewBox={viewBoxOf(crop)} aria-label={alt}>
          {values.map((value) => (
            <Country key={value.code} value={value} crop={crop} base={base} />
          ))}
        </svg>
        {!isPart && (
          <Layer className="map-layer" crop={crop}>
            <use className="map-frame-outer" href={fragment("sheet")} />
            <use className="map-frame-inner" href={fragment("sheet")} />
            <use className="map-frame-segments" href={fragment("frame")} />
          </Layer>
        )}
        <Labels values={values} labels={labels} crop={crop} />
      </div>
    </>
  );
}

/** Differences from the US, Equal Earth projection. Land without data is hatched; small countries are dots. */
export function WorldMap({ values, labels = [], alt, tableHref, regions, base = "the US" }: WorldMapProps) {
  return (
    <>
      {regions && <Regions regions={regions} />}
      <MapDrawing
        values={values}
        labels={labels}
        alt={alt}
        tableHref={tableHref}
        region={regions?.current}
        base={base}
      />
    </>
  );
}
