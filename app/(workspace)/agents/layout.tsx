import type { ReactNode } from "react";
import { ClientMessages } from "@/app/_components/client-messages";

export default function AgentsLayout({ children }: { children: ReactNode }) {
  return <ClientMessages namespaces={["agents"]}>{children}</ClientMessages>;
}
