type Refusal = { status: number; body: unknown };

const openai = (message: string, code: string | number | null = null, type = "invalid_request_error") => ({
  error: { message, type, param: null, code },
});

/** How providers and servers say that a prompt is longer than the model's window, in their own shape. */
export const OVERFLOWS: Record<string, Refusal> = {
  openai: {
    status: 400,
    body: openai(
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 140312 tokens. Please reduce the length of the messages.",
      "context_length_exceeded",
    ),
  },
  "openai-responses": {
    status: 400,
    body: openai(
      "Your input exceeds the context window of this model. Please adjust your input and try again.",
      "context_length_exceeded",
    ),
  },
  azure: {
    status: 400,
    body: openai(
      "This model's maximum context length is 16385 tokens. However, you requested 17000 tokens (12904 in the messages, 4096 in the completion). Please reduce the length of the messages or completion.",
      "context_length_exceeded",
    ),
  },
  anthropic: {
    status: 400,
    body: {
      type: "error",
      error: { type: "invalid_request_error", message: "prompt is too long: 213462 tokens > 200000 maximum" },
    },
  },
  "anthropic-with-output": {
    status: 400,
    body: {
      type: "error",
      error: {
        type: "invalid_request_error",
        message:
          "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again",
      },
    },
  },
  "anthropic-bytes": {
    status: 413,
    body: { type: "error", error: { type: "request_too_large", message: "Request exceeds the maximum size" } },
  },
  google: {
    status: 400,
    body: {
      error: {
        code: 400,
        message: "The input token count (1200012) exceeds the maximum number of tokens allowed (1048576).",
        status: "INVALID_ARGUMENT",
      },
    },
  },
  ollama: { status: 400, body: { error: { message: "prompt too long; exceeded max context length by 2713 tokens" } } },
  "llama.cpp": {
    status: 400,
    body: {
      error: {
        code: 400,
        message: "the request exceeds the available context size, try increasing it",
        type: "exceed_context_size_error",
        n_prompt_tokens: 9012,
        n_ctx: 8192,
      },
    },
  },
  vllm: {
    status: 400,
    body: {
      object: "error",
      message:
        "This model's maximum context length is 8192 tokens. However, your request has 9000 input tokens. Please reduce the length of the input messages.",
      type: "BadRequestError",
      param: null,
      code: 400,
    },
  },
  "lm-studio": {
    status: 400,
    body: {
      error:
        "Trying to keep the first 5213 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input",
    },
  },
  openrouter: {
    status: 400,
    body: {
      error: {
        message:
          'This endpoint\'s maximum context length is 131072 tokens. However, you requested about 140210 tokens (140210 of text input). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.',
        code: 400,
      },
    },
  },
  mistral: {
    status: 400,
    body: {
      object: "error",
      message: "Prompt contains 40123 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
      type: "invalid_request_prompt",
      param: null,
      code: "3051",
    },
  },
  deepseek: {
    status: 400,
    body: openai(
      "This model's maximum context length is 65536 tokens. However, you requested 70011 tokens (66011 in the messages, 4000 in the completion). Please reduce the length of the messages or completion.",
      "invalid_request_error",
    ),
  },
  dashscope: {
    status: 400,
    body: openai(
      "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]",
      "invalid_parameter_error",
    ),
  },
  moonshot: { status: 400, body: openai("Invalid request: Your request exceeded model token limit: 131072", null) },
  zhipu: { status: 400, body: { error: { code: "1261", message: "Prompt 超长" } } },
  groq: {
    status: 400,
    body: openai("Please reduce the length of the messages or completion.", "context_length_exceeded"),
  },
  xai: {
    status: 400,
    body: {
      code: "Client specified an invalid argument",
      error: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    },
  },
  cohere: {
    status: 400,
    body: { message: "too many tokens: total number of tokens in the prompt cannot exceed 128000 - received 130512." },
  },
  together: {
    status: 422,
    body: openai(
      "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9014 `inputs` tokens and 512 `max_new_tokens`",
    ),
  },
  bedrock: { status: 400, body: { message: "Input is too long for requested model." } },
};
