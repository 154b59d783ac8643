import { routes } from "@/lib/api/routes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routes.listDue;
