import "server-only";
import type { ZodObject, z } from "zod";
import { toPng } from "@/components/pictures/raster";
import type { Picture } from "@/components/pictures/sheet";
import { type Address, BodyReply } from "@/lib/api/endpoint";
import type { Problem } from "@/lib/api/problem";
import { serve } from "@/lib/api/serve";
import { suggest } from "@/lib/text/suggest";
import type { Version } from "@/lib/versions/current";

type Drawers = Readonly<Record<string, () => Promise<Picture | null>>>;

const TYPES: Readonly<Record<string, string>> = { png: "image/png", svg: "image/svg+xml; charset=utf-8" };

/** Serves PNG and SVG. Wrong parameters are a 400, unknown subjects and pictures a 404. */
export function servePictures<P extends ZodObject, Q extends ZodObject>(
  address: Address<P, Q>,
  find: (version: Version, input: z.infer<P> & z.infer<Q>) => Promise<Drawers | Problem>,
) {
  return serve(address, async (version, input): Promise<BodyReply | Problem> => {
    const drawers = await find(version, input);
    if (isProblem(drawers)) return drawers;
    const asked = "figure" in input ? String(input.figure) : "";
    const [, name = "", ending = ""] = /^([a-z-]+)\.([a-z]+)$/.exec(asked) ?? [];
    const draw = Object.hasOwn(drawers, name) ? drawers[name] : undefined;
    const type = TYPES[ending];
    if (draw === undefined || type === undefined) return toUnknown(asked, Object.keys(drawers));
    const picture = await draw();
    if (picture === null)
      return { kind: "not-found", detail: `There are no data to draw ${asked} from in this dataset.` };
    const headers = { "Content-Disposition": `inline; filename="price-atlas-${name}-${version.version}.${ending}"` };
    const body = ending === "svg" ? picture.svg : await toPng(picture);
    return new BodyReply(type, body, { headers });
  });
}

const isProblem = (found: Drawers | Problem): found is Problem => "kind" in found && "detail" in found;

function toUnknown(asked: string, names: readonly string[]): Problem {
  const all = names.flatMap((name) => Object.keys(TYPES).map((ending) => `${name}.${ending}`));
  const near = suggest(asked, all);
  return {
    kind: "not-found",
    detail: `There is no such picture; there are ${all.join(", ")}.`,
    ...(near.length > 0 && { suggestions: near }),
  };
}
