import type { FileResult } from '@redress/contract/uploads';
import { languageHeader, xsrfHeader } from '@redress/contract/http-headers';
import type { Called } from '../browser/api-client.ts';
import { offline, pageLanguage, readAnswer, withToken } from '../browser/api-client.ts';
import { readFileResult } from '../browser/read-responses.ts';

/** Sends one file in one piece; `onProgress` is told the share sent, 0 to 1. */
export function sendWhole(
  resource: string,
  claimNumber: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<Called<FileResult>> {
  const path = `/api/${resource}/SubmitDocuments?claimnumber=${encodeURIComponent(claimNumber)}`;
  return withToken((token) => send(path, token, file, onProgress));
}

function send(
  path: string,
  token: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<Called<FileResult>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader(languageHeader, pageLanguage());
    request.setRequestHeader(xsrfHeader, token);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      const { status, responseText } = request;
      resolve(readAnswer(status, responseText, request.getResponseHeader('retry-after'), readFileResult));
    };
    request.onerror = () => resolve(offline);
    request.onabort = () => resolve(offline);
    const body = new FormData();
    body.append('files', file, file.name);
    request.send(body);
  });
}
