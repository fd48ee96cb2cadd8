import { unknownRoute } from "@/lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE } = unknownRoute();
