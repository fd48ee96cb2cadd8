import { type Rule, type Span, spansOf } from "./span";

const hasDigit = (text: string) => /\d/.test(text);
/** Made by a machine: words joined by dashes have no digits, or no capitals among their letters. */
const isRandom = (text: string) =>
  hasDigit(text) && /[a-z]/i.test(text) && !/^[a-z]{2,}(?:[-_][a-z]{2,})+[-_]?\d{0,4}$/.test(text);

const rule = (source: string, holds?: Rule["holds"]): Rule => ({
  pattern: new RegExp(`(?<![A-Za-z0-9_-])(?:${source})`, "dg"),
  ...(holds && { holds }),
});

/** Keys that say by their beginning what they are. */
const RULES: Rule[] = [
  // OpenAI, Anthropic and those who do likewise; Stripe, xAI, Groq, Hugging Face, Replicate, Perplexity, Tavily.
  rule("sk-[A-Za-z0-9_-]{16,}", isRandom),
  rule("(?:sk|rk|pk)_(?:live|test|prod)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{20,}"),
  rule("(?:xai-|gsk_|hf_|r8_|pplx-|tvly-|csk-|nvapi-|fw_|jina_|re_|dapi)[A-Za-z0-9_-]{24,}", isRandom),
  // AWS, Google, GitHub, GitLab, Slack, npm, PyPI, Docker, DigitalOcean, SendGrid, Shopify, Linear, Notion, Atlassian, age.
  rule("(?:AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AIPA|ANPA|ANVA|AROA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
  rule("AIza[A-Za-z0-9_-]{30,}|ya29\\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,}"),
  rule("gh[opusr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}"),
  rule("(?:glpat|gldt|glrt|glptt|glft|glsoat|glcbt|glagent)-[A-Za-z0-9_-]{16,}"),
  rule("xox[abceoprs](?:\\.[a-z]{3})?-[A-Za-z0-9.-]{10,}|xapp-[A-Za-z0-9-]{10,}", hasDigit),
  rule("npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{40,}|dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}"),
  rule("do[opr]_v1_[a-f0-9]{40,}|SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{24,}"),
  rule(
    "lin_(?:api|oauth)_[A-Za-z0-9]{20,}|(?:ntn|secret)_[A-Za-z0-9]{36,}|ATATT[A-Za-z0-9_=-]{40,}|AGE-SECRET-KEY-1[A-Z0-9]{40,}",
  ),
  rule("\\d{8,10}:AA[A-Za-z0-9_-]{30,}(?![A-Za-z0-9_-])"),
  // Our own.
  rule("cad_[A-Za-z0-9_-]{20,}"),
  // A JWT begins with {" in base64, and so does its second part.
  rule("eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*)?"),
  { pattern: /\bbearer[ \t]+(?<secret>[A-Za-z0-9._~+/-]{12,}=*)/dgi, holds: hasDigit },
  {
    pattern:
      /\bauthorization["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?:basic|token|digest|apikey)[ \t]+(?<secret>[^\s"']{8,})/dgi,
  },
  // What stands before the @ of an address: scheme://name:password@host.
  { pattern: /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/?#@]{0,100}:(?<secret>[^\s/@]{1,200})@(?=[^\s@])/dgi },
  {
    pattern:
      /[?&](?:access_token|auth_token|refresh_token|id_token|token|api_?key|key|secret|client_secret|password|passwd|pwd|sig|signature|x-amz-signature)=(?<secret>[^&\s#"'<>)\]]{8,})/dgi,
    holds: (value) => hasDigit(value) || value.length >= 24,
  },
];

export function* tokenSecrets(text: string): Generator<Span> {
  for (const each of RULES) yield* spansOf(text, each);
}
