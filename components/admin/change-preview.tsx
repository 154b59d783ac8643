import { DataTable } from "@/components/ui/data-table";
import { Figure } from "@/components/ui/figure";
import { findMovement, INDEX_POINTS, LOST_SHARE } from "@/lib/desk/changes/rules";
import type { Preview, PreviewedIndex } from "@/lib/desk/changes/schema";
import { describeRewriting } from "@/lib/import/read/people/rewriting-rules";
import { countryName, formatCount } from "@/lib/text/format";
import { capitalize, countNoun } from "@/lib/text/words";
import { toStripScale } from "./index-strip";
import {
  CHEAPEST_COLUMNS,
  FAULT_COLUMNS,
  indexColumns,
  PRICE_CHANGE_COLUMNS,
  READING_COLUMNS,
  ROW_COLUMNS,
} from "./preview-columns";
import { MovedPrices, RateMoves } from "./rate-preview";

/** Movements that are shown as 0.0 are none. */
const SHOWN_POINTS = 0.05;

export function ChangePreview({ preview, changesHref }: { preview: Preview; changesHref: string | null }) {
  if (preview.faults.count > 0)
    return (
      <>
        <Faults faults={preview.faults} />
        <LeftOut rows={preview.leftOut} />
      </>
    );
  if (!preview.hasChanges && preview.rateMoves.count === 0)
    return (
      <div className="preview">
        <Stays stays={preview.stays} />
        <LeftOut rows={preview.leftOut} />
      </div>
    );
  return (
    <div className="preview">
      <Stays stays={preview.stays} />
      <LeftOut rows={preview.leftOut} />
      <Rewritten files={preview.files} />
      <RateMoves rateMoves={preview.rateMoves} />
      <MovedPrices movedPrices={preview.movedPrices} />
      <Rows rows={preview.rows} />
      <Largest preview={preview} changesHref={changesHref} />
      <Readings readings={preview.readings} />
      <Indexes index={preview.index} />
      <Cheapest cheapest={preview.cheapest} />
      <Ended ended={preview.ended} />
      <Warnings preview={preview} />
    </div>
  );
}

function Faults({ faults }: { faults: Preview["faults"] }) {
  const listed = faults.first.length;
  return (
    <Figure
      id="faults"
      finding={`${capitalize(countNoun(faults.count, "fault", "faults"))} in the files`}
      measure={`By file, line and column, as the command line says it. Nothing is imported while there are faults.${listed < faults.count ? ` The first ${listed} are listed.` : ""}`}
      source="the checks of the import."
    >
      <DataTable
        caption="Faults by file, line and column"
        columns={FAULT_COLUMNS}
        rows={faults.first}
        rowKey={({ file, line, column, text }) => `${file} ${line} ${column} ${text}`}
      />
    </Figure>
  );
}

function Stays({ stays: { count, first } }: Pick<Preview, "stays">) {
  if (count === 0) return null;
  return (
    <section className="section-near" id="stays">
      <h2 className="section-title">
        {capitalize(countNoun(count, "thing stays as it is", "things stay as they are"))}
      </h2>
      <p className="section-note">What a later version changed again keeps that; all else is taken back.</p>
      <ul className="lines">
        {first.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {first.length < count && <li>and {formatCount(count - first.length)} more</li>}
      </ul>
    </section>
  );
}

function LeftOut({ rows }: { rows: Preview["leftOut"] }) {
  if (rows.length === 0) return null;
  return (
    <Figure
      id="left-out"
      finding={`${capitalize(countNoun(rows.length, "row has a fault and is", "rows have faults and are"))} left out`}
      measure="By file and line, each with its first fault. Of two rows that contradict each other both are left out. The version says how many rows were left out of it."
      source="the checks of the import."
    >
      <DataTable
        caption="Rows that are left out, by file and line"
        columns={FAULT_COLUMNS}
        rows={rows}
        rowKey={({ file, line }) => `${file} ${line}`}
      />
    </Figure>
  );
}

/** Lists what was rewritten or left out of each file: all else in the preview is of the rows after that. */
function Rewritten({ files }: Pick<Preview, "files">) {
  const rewritten = files.filter((file) => file.rewritten.length > 0);
  return rewritten.map((file) => (
    <details key={file.name} open>
      <summary>{file.name} was read as people write files</summary>
      <ul>
        {file.rewritten.map((one) => (
          <li key={one.kind}>{describeRewriting(one)}</li>
        ))}
      </ul>
    </details>
  ));
}

function Rows({ rows: { count, first } }: Pick<Preview, "rows">) {
  if (count === 0) return null;
  return (
    <Figure
      id="rows"
      finding={`${capitalize(countNoun(count, "row", "rows"))} of names, addresses, taxes and such would change`}
      measure={`Each cell that differs, old and new.${first.length < count ? ` The first ${first.length} are listed; the stored files have all.` : ""}`}
      source="this preview."
    >
      <DataTable
        caption="Rows of names, addresses, taxes and such, old and new"
        columns={ROW_COLUMNS}
        rows={first}
        rowKey={({ table, key }) => `${table} ${key}`}
      />
    </Figure>
  );
}

function Readings({ readings: { count, first } }: Pick<Preview, "readings">) {
  if (count === 0) return null;
  return (
    <details>
      <summary>{capitalize(countNoun(count, "reading is", "readings are"))} written, each old and new</summary>
      <DataTable
        caption={`Readings that are written${first.length < count ? `, the first ${first.length}; the stored files have all` : ""}`}
        columns={READING_COLUMNS}
        rows={first}
        rowKey={({ product, country, platform, period, after }) =>
          `${product} ${country} ${platform} ${period} ${after.observedOn}`
        }
      />
    </details>
  );
}

function Largest({ preview, changesHref }: { preview: Preview; changesHref: string | null }) {
  const { changes, cheapest, files } = preview;
  if (changes.count === 0) return null;
  const rows = changes.largest.map((change) => ({
    ...change,
    fileName: change.file === null ? null : (files[change.file]?.name ?? null),
    isCheapest: cheapest.some(({ product, to }) => product === change.product && to === change.country),
  }));
  return (
    <Figure
      id="largest"
      finding={
        changes.jumps === 0
          ? changes.count === 1
            ? "The change"
            : `The largest of ${countNoun(changes.count, "change", "changes")}`
          : `${capitalize(countNoun(changes.jumps, "change is", "changes are"))} over five times or under a fifth`
      }
      measure="By the factor in US dollars at the rates of their days, so that a changed currency cannot hide a jump. Local amounts with their period. Over 5× or in another currency: a person has to look; the other flags only inform."
      source="this preview."
    >
      <DataTable
        caption={
          changes.count === 1
            ? "The change, with its factor in US dollars"
            : `The largest of ${formatCount(changes.count)} changes, by their factor in US dollars`
        }
        columns={PRICE_CHANGE_COLUMNS}
        rows={rows}
        rowKey={(row) => `${row.product} ${row.country} ${row.platform} ${row.period} ${row.observedOn}`}
      />
      {changesHref !== null && (
        <p className="section-note">
          <a href={changesHref} download>
            {changes.count === 1 ? "The change" : `All ${formatCount(changes.count)} changes`} as CSV
          </a>
        </p>
      )}
    </Figure>
  );
}

/** Index by the model where a country has one, else by the median; largest changes first. */
function Indexes({ index }: { index: Preview["index"] }) {
  const sorted = index.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const [furthest] = sorted;
  if (furthest === undefined) return null;
  const over = new Set(sorted.filter((row) => sizeOf(row) > INDEX_POINTS).map(({ country }) => country)).size;
  const columns = indexColumns(toStripScale(sorted));
  const kinds = { model: "by the model", median: "by the median" } as const;
  const tables = (["model", "median"] as const).map((kind) => {
    const rows = sorted.filter((row) => row.kind === kind);
    const isMoved = (row: PreviewedIndex) => row.before === null || sizeOf(row) >= SHOWN_POINTS;
    return { kind, moved: rows.filter(isMoved), still: rows.filter((row) => !isMoved(row)) };
  });
  return (
    <Figure
      id="index"
      finding={
        over === 0
          ? `No index moves more than ${INDEX_POINTS} points`
          : `The index of ${over === 1 ? countryName(furthest.country) : countNoun(over, "country", "countries")} moves more than ${INDEX_POINTS} points`
      }
      measure="US = 100, with its 95% interval. Grey: now. Black: with this change set."
      source="the indexes as the publish then makes them."
    >
      {tables
        .filter(({ moved, still }) => moved.length + still.length > 0)
        .map(({ kind, moved, still }) => (
          <div key={kind} className="index-table">
            {moved.length > 0 && (
              <DataTable
                caption={`Index ${kinds[kind]}, the countries that move most first`}
                isCaptionVisible
                columns={columns}
                rows={moved}
                rowKey={({ country }) => country}
              />
            )}
            {still.length > 0 && (
              <details>
                <summary>
                  Index {kinds[kind]}: {countNoun(still.length, "country does", "countries do")} not move
                </summary>
                <DataTable
                  caption={`Index ${kinds[kind]} of countries where it does not move`}
                  columns={columns}
                  rows={still}
                  rowKey={({ country }) => country}
                />
              </details>
            )}
          </div>
        ))}
    </Figure>
  );
}

const sizeOf = (row: PreviewedIndex) => Math.abs(findMovement(row) ?? 0);

function Cheapest({ cheapest }: { cheapest: Preview["cheapest"] }) {
  if (cheapest.length === 0) return null;
  return (
    <Figure
      id="cheapest"
      finding={`${capitalize(countNoun(cheapest.length, "product gets", "products get"))} a new cheapest place`}
      measure="By US dollars a month."
      source="this preview."
    >
      <DataTable
        caption="New cheapest places, by product"
        columns={CHEAPEST_COLUMNS}
        rows={cheapest}
        rowKey={({ product }) => product}
      />
    </Figure>
  );
}

function Ended({ ended: { count, first } }: { ended: Preview["ended"] }) {
  if (count === 0) return null;
  return (
    <section className="section-near" id="ended">
      <h2 className="section-title">{capitalize(countNoun(count, "price ends", "prices end"))}</h2>
      <p className="section-note">No longer listed. They keep their history and have no current amount.</p>
      <ul className="lines">
        {first.map(({ name, country, platform, period, product }) => (
          <li key={`${product} ${country} ${platform} ${period}`}>
            {name}, {countryName(country)}
          </li>
        ))}
        {first.length < count && <li>and {formatCount(count - first.length)} more</li>}
      </ul>
    </section>
  );
}

function Warnings({ preview: { warnings, sources } }: { preview: Preview }) {
  const lost = sources.filter(({ rows, before }) => before !== null && rows < before * (1 - LOST_SHARE));
  const lines = [
    ...lost.map(
      ({ source, rows, before }) =>
        `${source}: ${countNoun(rows, "row", "rows")}, where the last time had ${formatCount(before ?? 0)}`,
    ),
    ...warnings.filter(({ kind }) => kind !== "jump").flatMap((warning) => warning.lines),
  ];
  if (lines.length === 0) return null;
  return (
    <section className="section-near" id="warnings">
      <h2 className="section-title">To look at</h2>
      <ul className="lines">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
