import { ApiProblem, apiPath, type ProblemBody } from "@/app/_components/api-client";
import type { FileInfo } from "@/lib/http/contract/files";

/** Brings a file to the server. `onProgress` gets a share of 1; fetch cannot tell how much has gone out. */
export function uploadFile(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<FileInfo> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", apiPath("/files", { name: file.name }));
    request.responseType = "json";
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total);
    request.onload = () => {
      if (request.status === 201) resolve(request.response);
      else reject(new ApiProblem(problemOf(request)));
    };
    request.onerror = () => reject(new ApiProblem({ code: "unreachable", status: 0 }));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

function problemOf({ status, response }: XMLHttpRequest): ProblemBody {
  const known = typeof response === "object" && response !== null && typeof response.code === "string";
  // A proxy in between may have a limit of its own, and answer HTML.
  const code = status === 413 ? "body_too_large" : status >= 500 ? "internal_error" : "unexpected";
  return known ? { ...response, status } : { code, status };
}
