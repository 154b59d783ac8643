import { ImageResponse } from "next/og";
import { readFonts } from "@/lib/pages/fonts";
import { toDrawable } from "./drawable";

/** Line of the card: name, bar (0 to 1 of the longest), figure, and a grey note after it. */
export type CardRow = { key: string; name: string; share: number; figure: string; note?: string; colour?: string };

export type CardProps = {
  /** Topic of the page, above the finding. */
  kicker: string;
  finding: string;
  rows: readonly CardRow[];
  /** "Dataset of 29 Sep 2026, CC BY 4.0" */
  foot: string;
};

const INK = "#12191c";
const INK_2 = "#445055";
const PAPER = "#fbfcfb";
const RULE = "#d3dad9";
const SEGMENTS = 24;
const MAX_ROWS = 5;
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** Preview image that other sites show beside a link: the finding and its figures. PNG, 1200 x 630. */
export async function drawCard({ kicker, finding, rows, foot }: CardProps): Promise<Response> {
  const hasNotes = rows.some(({ note }) => note !== undefined);
  const long = finding.length > 75;
  return new ImageResponse(
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        width: "100%",
        height: "100%",
        background: PAPER,
        color: INK,
        fontFamily: "Archivo",
      }}
    >
      <div style={{ display: "flex", height: 14, borderTop: `2px solid ${INK}`, borderBottom: `2px solid ${INK}` }}>
        {Array.from({ length: SEGMENTS }, (_, i) => `segment ${i}`).map((key, i) => (
          <div key={key} style={{ flex: 1, background: i % 2 === 0 ? INK : PAPER }} />
        ))}
      </div>
      <div style={{ display: "flex", flexDirection: "column", flex: 1, padding: "44px 64px 40px" }}>
        <div style={{ display: "flex", fontSize: 26, color: INK_2 }}>{toDrawable(kicker)}</div>
        <div
          style={{
            display: "flex",
            fontFamily: "Finding",
            fontWeight: 600,
            fontSize: long ? 50 : 60,
            lineHeight: 1.12,
            marginTop: 14,
          }}
        >
          {toDrawable(finding)}
        </div>
        <div style={{ display: "flex", flexDirection: "column", marginTop: 30, flex: 1 }}>
          {rows.slice(0, MAX_ROWS).map(({ key, name, share, figure, note, colour }) => (
            <div
              key={key}
              style={{
                display: "flex",
                alignItems: "center",
                height: 48,
                borderTop: `1px solid ${RULE}`,
                fontSize: 25,
              }}
            >
              <div style={{ display: "flex", width: 270 }}>{toDrawable(name)}</div>
              <div style={{ display: "flex", flex: 1 }}>
                <div
                  style={{ width: `${Math.max(1, Math.round(100 * share))}%`, height: 14, background: colour ?? INK_2 }}
                />
              </div>
              <div style={{ display: "flex", width: 150, justifyContent: "flex-end", fontWeight: 600 }}>
                {toDrawable(figure)}
              </div>
              {hasNotes && (
                <div style={{ display: "flex", width: 230, justifyContent: "flex-end", color: INK_2, fontSize: 22 }}>
                  {toDrawable(note ?? "")}
                </div>
              )}
            </div>
          ))}
        </div>
        <div
          style={{
            display: "flex",
            justifyContent: "space-between",
            alignItems: "baseline",
            fontSize: 22,
            color: INK_2,
          }}
        >
          <div style={{ display: "flex", fontFamily: "Finding", fontWeight: 600, fontSize: 32, color: INK }}>
            Price Atlas
          </div>
          <div style={{ display: "flex" }}>{toDrawable(foot)}</div>
        </div>
      </div>
    </div>,
    {
      ...CARD_SIZE,
      fonts: await readFonts(),
      headers: { "Cache-Control": "public, max-age=3600, stale-while-revalidate=86400" },
    },
  );
}
