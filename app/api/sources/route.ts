import { serve } from "@/lib/api/serve";
import { listSourceFacts, toSourceTags } from "@/lib/catalogue/sources/data";
import { listSources } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(listSources, listSourceFacts, toSourceTags);
