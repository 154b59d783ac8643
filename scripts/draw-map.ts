import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { drawWorld } from "./world-geometry";

const { svg, world } = drawWorld();
const revision = createHash("sha256").update(svg).digest("hex").slice(0, 8);
mkdirSync("public/maps", { recursive: true });
writeFileSync("public/maps/world.svg", svg);
writeFileSync("components/charts/world.json", `${JSON.stringify({ revision, ...world })}\n`);
console.log(`public/maps/world.svg ${Math.round(svg.length / 1000)} kB, ${Object.keys(world.places).length} places`);
