import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";
import { staticHeaders } from "./lib/http/security-headers";

const config: NextConfig = {
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  poweredByHeader: false,
  // Whoever starts the product need not wait for what `npm run check` has told those who changed it.
  typescript: { ignoreBuildErrors: true },
  headers: async () => staticHeaders,
  serverExternalPackages: ["@electric-sql/pglite", "@node-rs/argon2", "pino", "prom-client", "postgres"],
};

export default createNextIntlPlugin({
  requestConfig: "./lib/i18n/request.ts",
  // Messages are parsed by the build, so that no browser loads a parser for them.
  experimental: {
    messages: { path: "./messages", format: "json", locales: "infer", sourceLocale: "en", precompile: true },
  },
})(config);
