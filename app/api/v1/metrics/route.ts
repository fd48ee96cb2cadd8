import { metrics } from "@/lib/http/contract/operations";
import { endpoint, otherMethods } from "@/lib/http/endpoint";
import { requireMetricsReader } from "@/lib/http/metrics-reader";
import { metricsText } from "@/lib/operations/metrics";

export const GET = endpoint(metrics, async ({ request }) => {
  requireMetricsReader(request);
  const { body, contentType } = await metricsText();
  return new Response(body, { headers: { "content-type": contentType, "cache-control": "no-store" } });
});
export const { POST, PUT, PATCH, DELETE } = otherMethods("GET");
