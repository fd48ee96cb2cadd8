import { openapi } from "@/lib/http/contract/operations";
import { endpoint, otherMethods } from "@/lib/http/endpoint";
import { openapiDocument } from "@/lib/http/openapi";

export const GET = endpoint(openapi, () => openapiDocument());
export const { POST, PUT, PATCH, DELETE } = otherMethods("GET");
