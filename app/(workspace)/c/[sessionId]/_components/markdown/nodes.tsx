import type { AlignType, List, ListItem, Nodes, RootContent, Table } from "mdast";
import type { InlineMath } from "mdast-util-math";
import NextLink from "next/link";
import { useTranslations } from "next-intl";
import { Fragment, lazy, type ReactNode, Suspense } from "react";
import { CodeBlock } from "./code-block";
import { DiagramBlock } from "./diagram-block";
import { isSingleDollarFormula } from "./maths-delimiters";
import type { Definitions } from "./parse";
import { isOwnPage, safeImage, safeLink } from "./safe-url";

const Formula = lazy(() => import("./formula"));

export type RenderContext = {
  /** The block's text and where it begins in the text that positions count in. */
  source: string;
  offset: number;
  definitions: Definitions;
  /** So many levels its headings stand higher than usual. */
  lift: number;
  /** Still being written. */
  open: boolean;
};

/** A block of the text. `data-block`: what the window holds on to while the reader is in the middle of a message. */
export function BlockNode({ node, context }: { node: RootContent; context: RenderContext }): ReactNode {
  switch (node.type) {
    case "paragraph": {
      const formula = soleFormula(node.children, context);
      if (formula) return <MathsNode tex={formula.value} display />;
      return (
        <p data-block dir="auto">
          <Phrasing nodes={node.children} context={context} />
        </p>
      );
    }
    case "heading": {
      // A message is no page: its headings begin below those of the page.
      const Heading = HEADINGS[Math.max(0, node.depth - 1 - context.lift)] ?? "h6";
      return (
        <Heading data-block dir="auto">
          <Phrasing nodes={node.children} context={context} />
        </Heading>
      );
    }
    case "blockquote":
      return (
        <blockquote data-block dir="auto">
          <Blocks nodes={node.children} context={context} />
        </blockquote>
      );
    case "list":
      return <ListNode node={node} context={context} />;
    case "code":
      if (node.lang?.toLowerCase() === "mermaid") {
        return <DiagramBlock code={node.value} language={node.lang} open={context.open} />;
      }
      return <CodeBlock code={node.value} language={node.lang ?? null} open={context.open} />;
    case "math":
      return <MathsNode tex={node.value} display />;
    case "table":
      return <TableNode node={node} context={context} />;
    case "thematicBreak":
      return <hr data-block />;
    case "html":
      return (
        <p data-block dir="auto">
          <Html value={node.value} />
        </p>
      );
    case "footnoteDefinition":
      return (
        <div data-block data-footnote>
          <sup>{node.label ?? node.identifier}</sup>
          <div>
            <Blocks nodes={node.children} context={context} />
          </div>
        </div>
      );
    case "definition":
    case "yaml":
      return null;
    default:
      return <Phrasing nodes={[node]} context={context} />;
  }
}

const HEADINGS = ["h3", "h4", "h5", "h6"] as const;

function Blocks({ nodes, context }: { nodes: readonly RootContent[]; context: RenderContext }) {
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: nodes are known by their place
    <BlockNode key={index} node={node} context={context} />
  ));
}

function ListNode({ node, context }: { node: List; context: RenderContext }) {
  const loose = node.spread || node.children.some((item) => item.spread);
  const items = node.children.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: nodes are known by their place
    <ItemNode key={index} node={item} loose={Boolean(loose)} context={context} />
  ));
  if (node.ordered) return <ol start={node.start ?? 1}>{items}</ol>;
  return <ul>{items}</ul>;
}

function ItemNode({ node, loose, context }: { node: ListItem; loose: boolean; context: RenderContext }) {
  const task = typeof node.checked === "boolean";
  return (
    <li data-block dir="auto" {...(task && { "data-task": true })}>
      {task && <TaskBox done={node.checked === true} />}
      {node.children.map((child, index) =>
        child.type === "paragraph" && !loose ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: nodes are known by their place
          <Phrasing key={index} nodes={child.children} context={context} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: nodes are known by their place
          <BlockNode key={index} node={child} context={context} />
        ),
      )}
    </li>
  );
}

function TaskBox({ done }: { done: boolean }) {
  const t = useTranslations("conversation");
  return <input type="checkbox" checked={done} readOnly tabIndex={-1} aria-label={t(done ? "taskDone" : "taskOpen")} />;
}

const alignment = (align: AlignType | undefined) => (align ? { style: { textAlign: align } } : {});

function TableNode({ node, context }: { node: Table; context: RenderContext }) {
  const [head, ...rows] = node.children;
  const cells = (row: Table["children"][number] | undefined, Cell: "th" | "td") =>
    row?.children.map((cell, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: nodes are known by their place
      <Cell key={index} dir="auto" {...alignment(node.align?.[index])}>
        <Phrasing nodes={cell.children} context={context} />
      </Cell>
    ));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and a keyboard must be able to scroll it
    <div data-block data-scroll tabIndex={0}>
      <table>
        <thead>
          <tr>{cells(head, "th")}</tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nodes are known by their place
            <tr key={index}>{cells(row, "td")}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Phrasing({ nodes, context }: { nodes: readonly Nodes[]; context: RenderContext }) {
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: nodes are known by their place
    <Fragment key={index}>{phrase(node, context)}</Fragment>
  ));
}

function phrase(node: Nodes, context: RenderContext): ReactNode {
  switch (node.type) {
    case "text":
      return joinedChinese(node.value);
    case "strong":
      return (
        <strong>
          <Phrasing nodes={node.children} context={context} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Phrasing nodes={node.children} context={context} />
        </em>
      );
    case "delete":
      return (
        <del>
          <Phrasing nodes={node.children} context={context} />
        </del>
      );
    case "inlineCode":
      return <code dir="auto">{node.value}</code>;
    case "break":
      return <br />;
    case "link":
      return (
        <Link url={node.url} title={node.title}>
          <Phrasing nodes={node.children} context={context} />
        </Link>
      );
    case "linkReference": {
      const target = context.definitions.get(node.identifier);
      return (
        <Link url={target?.url ?? ""} title={target?.title}>
          <Phrasing nodes={node.children} context={context} />
        </Link>
      );
    }
    case "image":
      return <Picture url={node.url} alt={node.alt ?? ""} />;
    case "imageReference":
      return <Picture url={context.definitions.get(node.identifier)?.url ?? ""} alt={node.alt ?? ""} />;
    case "footnoteReference":
      return <sup>{node.label ?? node.identifier}</sup>;
    case "html":
      return <Html value={node.value} />;
    case "inlineMath": {
      const { source, after } = writtenAs(node, context);
      if (source.startsWith("$") && !isSingleDollarFormula(source, after)) return source;
      return <MathsNode tex={node.value} display={false} />;
    }
    default:
      return "children" in node ? <Phrasing nodes={node.children} context={context} /> : null;
  }
}

/** A node as it stands in the text, and what follows it there. */
function writtenAs({ position }: Nodes, { source, offset }: RenderContext): { source: string; after: string } {
  const from = (position?.start.offset ?? 0) - offset;
  const to = (position?.end.offset ?? 0) - offset;
  return { source: source.slice(from, to), after: source.slice(to) };
}

/** A paragraph that is nothing but a formula between double dollars, or TeX's brackets, is set as one of its own. */
function soleFormula(nodes: readonly Nodes[], context: RenderContext): InlineMath | null {
  const [node] = nodes;
  if (nodes.length !== 1 || node?.type !== "inlineMath") return null;
  return /^\$(?!\$)/.test(writtenAs(node, context).source) ? null : node;
}

/** A line break inside Chinese or Japanese is no space. */
const joinedChinese = (text: string): string =>
  text.includes("\n")
    ? text.replace(/(?<=[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef])\n(?=[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef])/g, "")
    : text;

function Link({ url, title, children }: { url: string; title?: string | null | undefined; children: ReactNode }) {
  const href = safeLink(url);
  if (!href) return children;
  if (isOwnPage(href)) {
    return (
      <NextLink href={href} prefetch={false} {...(title && { title })}>
        {children}
      </NextLink>
    );
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" {...(title && { title })}>
      {children}
    </a>
  );
}

function Picture({ url, alt }: { url: string; alt: string }) {
  const src = safeImage(url);
  if (!src) return alt;
  return (
    // biome-ignore lint/performance/noImgElement: the address is the model's; nothing of ours may fetch it in its place
    <img src={src} alt={alt} loading="lazy" decoding="async" referrerPolicy="no-referrer" />
  );
}

/** HTML is shown as it was written; only the line break, which tables cannot do without, is one. */
function Html({ value }: { value: string }) {
  return /^<br\s*\/?>$/i.test(value.trim()) ? <br /> : value;
}

function MathsNode({ tex, display }: { tex: string; display: boolean }) {
  const plain = display ? (
    <div data-block data-formula>
      {tex}
    </div>
  ) : (
    <code>{tex}</code>
  );
  return (
    <Suspense fallback={plain}>
      <Formula tex={tex} display={display} />
    </Suspense>
  );
}
