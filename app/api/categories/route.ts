import { serve } from "@/lib/api/serve";
import { findCategories } from "@/lib/catalogue/categories/data";
import { listCategories } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(listCategories, findCategories);
