import { health } from "@/lib/http/contract/operations";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const GET = endpoint(health, () => ({ status: "ok" as const }));
export const { POST, PUT, PATCH, DELETE } = otherMethods("GET");
