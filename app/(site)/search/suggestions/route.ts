import { loadSuggestions } from "@/app/(site)/search/load";
import { requireVersion } from "@/lib/versions/current";

const MOST_OF_EACH = 4;
const MAX_CHARACTERS = 100;

export async function GET(request: Request): Promise<Response> {
  const text = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, MAX_CHARACTERS);
  const { groups } = text === "" ? { groups: [] } : await loadSuggestions(await requireVersion(), text, MOST_OF_EACH);
  return Response.json(groups, { headers: { "Cache-Control": "private, max-age=60" } });
}
