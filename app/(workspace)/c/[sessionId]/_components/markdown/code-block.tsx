"use client";

import type { Root, RootContent } from "hast";
import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment, memo, type ReactNode, useEffect, useState } from "react";
import { useCopied } from "./use-copied";

/** Beyond this, colours cost more time than they save. */
const HIGHLIGHT_MAX = 60_000;

export const CodeBlock = memo(function CodeBlock({
  code,
  language,
  open,
  action,
}: {
  code: string;
  language: string | null;
  open: boolean;
  action?: ReactNode;
}) {
  const t = useTranslations("conversation");
  const tree = useHighlighted(code, language, open);
  return (
    <CodeFrame label={language ?? t("code")} code={code} action={action}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and a keyboard must be able to scroll them */}
      <pre dir="ltr" tabIndex={0}>
        <code>{tree ? spans(tree.children) : code}</code>
      </pre>
    </CodeFrame>
  );
});

/** What stands around code, or what was made of it: its name, `action`, and a button that copies the code. */
export function CodeFrame({
  label,
  code,
  action,
  children,
}: {
  label: string;
  code: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations("conversation");
  const [copied, copy] = useCopied();
  return (
    <div data-block data-code>
      <div data-code-head>
        <span>{label}</span>
        <div>
          {action}
          <button type="button" onClick={() => copy(code)} aria-label={t("copyCode")}>
            {copied ? <Check aria-hidden="true" size={14} /> : <Copy aria-hidden="true" size={14} />}
            <span>{copied ? t("copied") : t("copy")}</span>
          </button>
        </div>
      </div>
      {children}
    </div>
  );
}

/** Colours change no letter's place, so they may come late; a block that is still being written waits for its end. */
function useHighlighted(code: string, language: string | null, open: boolean): Root | null {
  const [done, setDone] = useState<{ code: string; tree: Root | null } | null>(null);
  useEffect(() => {
    if (!language || open || code.length > HIGHLIGHT_MAX) return;
    let wanted = true;
    void import("./highlight").then(({ highlight }) => {
      if (wanted) setDone({ code, tree: highlight(code, language.toLowerCase()) });
    });
    return () => {
      wanted = false;
    };
  }, [code, language, open]);
  return done?.code === code ? done.tree : null;
}

function spans(nodes: readonly RootContent[]): ReactNode {
  return nodes.map((node, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: nodes are known by their place
    if (node.type === "text") return <Fragment key={index}>{node.value}</Fragment>;
    if (node.type !== "element") return null;
    const { className } = node.properties;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: nodes are known by their place
      <span key={index} {...(Array.isArray(className) && { className: className.join(" ") })}>
        {spans(node.children)}
      </span>
    );
  });
}
