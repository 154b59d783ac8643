import { GET as refuse } from "@/app/api/[...path]/route";
import { findContract } from "@/lib/api/paths";
import { serve, toEveryMethod } from "@/lib/api/serve";
import { openDatasetFile } from "@/lib/exports/data";
import { toExportTags } from "@/lib/exports/export-spec";
import { exportFiles } from "./contract";

const files = exportFiles.map(({ dataset, ...contract }) => ({
  path: contract.path,
  methods: serve(
    contract,
    (version, query) => openDatasetFile(version, { dataset, ...query }),
    (version, key, query) => toExportTags(version, key, { dataset, ...query }),
  ),
}));

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toEveryMethod((request, caller) => {
  const file = findContract(files, new URL(request.url).pathname);
  return (file?.methods.GET ?? refuse)(request, caller);
});
