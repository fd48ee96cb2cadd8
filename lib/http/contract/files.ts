import { z } from "zod";
import { contract, Time, Uuid } from "./common";

const FileParams = z.object({ id: Uuid });

export const FileInfo = z
  .object({
    id: Uuid,
    name: z.string().meta({ examples: ["minutes.pdf"] }),
    media_type: z
      .string()
      .meta({ description: "What the bytes are, whatever the sender said", examples: ["application/pdf"] }),
    kind: z.enum(["text", "pdf", "docx", "image"]),
    bytes: z.int(),
    width: z.int().nullable().meta({ description: "Of an image, in pixels, as it is given to models" }),
    height: z.int().nullable(),
    found_runes: z.int().meta({ description: "Of all text that was found in it" }),
    kept_runes: z.int().meta({ description: "Of what a model is given: head and tail where it is longer than that" }),
    created_at: Time,
  })
  .meta({ id: "File" });
export type FileInfo = z.infer<typeof FileInfo>;

export const uploadFile = contract({
  method: "POST",
  path: "/files",
  access: "write",
  summary: "Upload a file",
  description:
    "The body is the file itself, with its name in `name`, or multipart/form-data with it in the field `file`. Text, Markdown, code, CSV, PDF, DOCX and images are taken, by what their bytes are. " +
    "Images are turned upright, made smaller and stored without their metadata. A file that is not sent within a day is removed.",
  query: z.object({ name: z.string().max(4_000).optional() }),
  response: FileInfo,
  status: 201,
  errors: ["file_refused", "body_too_large", "rate_limited"],
});

export const getFile = contract({
  method: "GET",
  path: "/files/{id}",
  access: "read",
  summary: "A file's bytes",
  description: "Your own, or one of the knowledge of an agent that you may talk to.",
  params: FileParams,
  streams: "application/octet-stream",
  errors: ["not_found"],
});

export const getFileInfo = contract({
  method: "GET",
  path: "/files/{id}/info",
  access: "read",
  summary: "What a file is",
  params: FileParams,
  response: FileInfo,
  errors: ["not_found"],
});

export const deleteFile = contract({
  method: "DELETE",
  path: "/files/{id}",
  access: "write",
  summary: "Delete a file that was not sent",
  params: FileParams,
  response: z.object({ deleted: z.literal(true) }),
  errors: ["not_found"],
});

const AgentParams = z.object({ id: Uuid.meta({ description: "The agent's" }) });
export const AgentFile = FileInfo.extend({
  state: z.enum(["indexing", "ready"]).meta({ description: "ready: all of it can be found" }),
}).meta({ id: "AgentFile" });
export type AgentFile = z.infer<typeof AgentFile>;
export const AgentFileList = z.object({ files: z.array(AgentFile) });
export type AgentFileList = z.infer<typeof AgentFileList>;

export const listAgentFiles = contract({
  method: "GET",
  path: "/agents/{id}/files",
  access: "read",
  summary: "The files that an agent knows",
  description: "Whoever may talk to the agent may read them: passages of them are put beside questions.",
  params: AgentParams,
  response: AgentFileList,
  errors: ["not_found"],
});

export const addAgentFile = contract({
  method: "POST",
  path: "/agents/{id}/files",
  access: "write",
  summary: "Give an agent a file to know",
  description:
    "A copy of a file that was uploaded before. All of its text is indexed in the background. Only the agent's owner may.",
  params: AgentParams,
  body: z.object({ file_id: Uuid }),
  response: AgentFile,
  status: 201,
  errors: ["not_found", "not_owner", "file_refused", "too_many_files"],
});

export const removeAgentFile = contract({
  method: "DELETE",
  path: "/agents/{id}/files/{file_id}",
  access: "write",
  summary: "Take a file from an agent's knowledge",
  params: AgentParams.extend({ file_id: Uuid }),
  response: z.object({ deleted: z.literal(true) }),
  errors: ["not_found", "not_owner"],
});
