import { FolderError, type FolderProblem } from "@/lib/memory/folder";
import { ToolFailure } from "./tool";

const TOLD: Record<FolderProblem, [code: string, message: string]> = {
  bad_name: [
    "invalid_input",
    "That is no file name: letters, digits, blanks, dots and hyphens, at most 120 characters, no folders.",
  ],
  not_found: ["not_found", "There is no such file. file_list tells which there are."],
  exists: ["exists", "There is such a file already. Choose another name, or the mode replace or append."],
  not_text: ["not_text", "Only text can be kept here, without NUL characters."],
  not_a_file: ["refused", "That is no plain file."],
  unreadable: ["unreadable", "The file cannot be read from the disk."],
  too_large: ["too_large", "The file is too large to be read."],
  changed: ["file_changed", "Somebody else changed it at the same time. Read it again before you write."],
  too_many_files: ["quota_exceeded", "The folder has as many files as it may: delete one, or append to one."],
  too_many_bytes: ["quota_exceeded", "The folder has no room for that: delete a file, or write less."],
};

/** Does it, and tells a model what went wrong. */
export async function inFolder<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof FolderError)) throw error;
    throw new ToolFailure(...TOLD[error.problem], { cause: error });
  }
}
