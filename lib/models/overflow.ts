/**
 * How providers and servers say that a prompt is longer than the model's window. One table, one line a wording, with
 * who says it; the samples in test/scripted-provider/overflows.ts hold the answers in full.
 */
const WORDINGS: readonly RegExp[] = [
  /context_length_exceeded/i, // OpenAI, Azure, Groq: the error's code
  /maximum context length/i, // OpenAI, Azure, vLLM, OpenRouter, DeepSeek, Mistral ("… with 32768 maximum context length")
  /exceeds the (?:model's )?context window/i, // OpenAI Responses
  /(?:request|prompt) too large .*tokens per min|tokens must be reduced/i, // OpenAI, Groq: more than a whole minute's allowance
  /prompt is too long/i, // Anthropic
  /exceed context limit/i, // Anthropic: input and max_tokens together
  /request_too_large|request exceeds the maximum size/i, // Anthropic: in bytes
  /input token count .* exceeds the maximum/i, // Google
  /input is too long for requested model/i, // Bedrock
  /prompt too long|exceeded max context length/i, // Ollama
  /input (?:length )?exceeds (?:the )?context length/i, // Ollama
  /exceed_context_size_error|exceeds the available context size/i, // llama.cpp
  /longer than the maximum model length|too long to fit into the model/i, // vLLM
  /context length of only \d+ tokens|when context the overflows/i, // LM Studio
  /context size has been exceeded|reached context length of/i, // LM Studio
  /n_keep .* (?:n_ctx|context)|tokens to keep from the initial prompt is greater than the context/i, // LM Studio
  /range of input length should be/i, // DashScope (Qwen)
  /exceeded model token limit/i, // Moonshot (Kimi)
  /prompt 超长|输入.{0,8}(?:过长|超长|超过)/i, // Zhipu (GLM) and gateways in Chinese
  /maximum prompt length is/i, // xAI
  /too many tokens: total number of tokens/i, // Cohere
  /tokens.{0,40}must be <= \d+/i, // Together, text-generation-inference
  /please reduce the length of the (?:messages|input|prompt)/i, // Groq, and many that follow OpenAI's words
  /context window exceeds limit|exceeds the limit of \d+ tokens/i, // MiniMax, GitHub Models
  /(?:context|token) (?:length|limit|window) (?:was |is |has been )?exceeded/i, // gateways
  /(?:exceeds?|exceeded|larger than|longer than) (?:the )?(?:maximum |max )?context (?:length|size|window)/i, // gateways
];

/** Words that look alike but mean too many tokens a minute, or too long an answer. */
const NOT: readonly RegExp[] = [
  /too many tokens, please wait/i, // Bedrock
  /rate limit reached/i, // OpenAI, Groq: "… on tokens per min (TPM): Limit …, Used …"
  /max_tokens is too large|max_tokens: \d+ >/i, // OpenAI, Anthropic: the answer's cap
];

export function saysTooLong(text: string): boolean {
  return WORDINGS.some((wording) => wording.test(text)) && !NOT.some((wording) => wording.test(text));
}
