import { mkdirSync, writeFileSync } from "node:fs";
import { drawWorld, revisionOf } from "./world-geometry";

// npx tsx scripts/draw-map.ts: redraws the world map after a change of world-geometry.ts or world-atlas.
const { svg, world } = drawWorld();
mkdirSync("public/maps", { recursive: true });
writeFileSync("public/maps/world.svg", svg);
writeFileSync("components/charts/world.json", `${JSON.stringify({ revision: revisionOf(svg), ...world })}\n`);
console.log(`public/maps/world.svg ${Math.round(svg.length / 1000)} kB, ${Object.keys(world.places).length} places`);
