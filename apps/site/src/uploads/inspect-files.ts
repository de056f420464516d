import type { DocumentsItem } from '@redress/forms/definition';
import { loadStyle } from '../browser/load-style.ts';
import type { UploadMessages } from '../messages/upload-en.ts';
import styleUrl from '../styles/photos.css?url';
import { findContentProblem } from './check-content.ts';
import { preparePhoto } from './prepare-photo.ts';
import type { InspectFiles } from './upload-list.ts';

/** Checks the content of all files, then prepares photos. */
export function createFileInspector(item: DocumentsItem, messages: UploadMessages): InspectFiles {
  let style: Promise<void> | undefined;
  return async (files) => {
    const accepted = [];
    for (const one of files) {
      const problem = await findContentProblem(one.file, item, messages);
      if (problem === undefined) accepted.push(one);
      else one.onRefused(problem);
    }
    // One at a time: an old phone has room for one large picture.
    for (const { file, onPhoto } of accepted) {
      const photo = await preparePhoto(file).catch(() => undefined);
      if (!photo) continue;
      await (style ??= loadStyle(styleUrl));
      onPhoto(photo);
    }
  };
}
