import type { NextConfig } from "next";

const config: NextConfig = { poweredByHeader: false, serverExternalPackages: ["postgres"] };
export default config;
