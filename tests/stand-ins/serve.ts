import { startShops } from "./shops";

const { url } = await startShops(Number(process.argv[2] ?? 4100));
console.log(`Invented shops at ${url}; Ctrl-C ends them.`);
