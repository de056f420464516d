import { blobSource, readBytes } from '@redress/datafiles/byte-source';
import type { DocumentsItem } from '@redress/forms/definition';
import { loadStyle } from '../browser/load-style.ts';
import type { UploadMessages } from '../messages/upload-en.ts';
import styleUrl from '../styles/photos.css?url';
import type { InspectFiles, Upload } from './upload-list.ts';
import { isReadable } from './whole-upload.ts';

/** The server stores identical bytes once, under any name, and would wait for the other file. */
async function isAmong(file: File, others: readonly Upload[]): Promise<boolean> {
  for (const other of others) {
    // A photo may have become smaller.
    const chosen = other.photo?.original ?? other.file;
    if (chosen.size === file.size && (await hasSameBytes(file, chosen))) return true;
  }
  return false;
}

async function hasSameBytes(one: File, other: File): Promise<boolean> {
  for (let at = 0; at < one.size; at += comparedBytes) {
    const [first, second] = await Promise.all(
      [one, other].map((file) => readBytes(blobSource(file, ''), at, at + comparedBytes)),
    );
    if (!first?.every((byte, index) => byte === second?.[index])) return false;
  }
  return true;
}
const comparedBytes = 1024 * 1024;

/**
 * The code that reads files loads with the first one. If it does not load, only the server checks
 * the files.
 */
const loadContentCheck = () => import('./check-content.ts').catch(() => undefined);
/**
 * The code that shrinks photos also loads with the first file. If it does not load, the originals
 * are sent.
 */
const loadPhotos = () => import('./prepare-photo.ts').catch(() => undefined);

/** Checks the content of all files, then prepares photos. */
export function createFileInspector(item: DocumentsItem, messages: UploadMessages): InspectFiles {
  let style: Promise<void> | undefined;
  return async (files, uploads, remove) => {
    const accepted = [];
    const check = await loadContentCheck();
    for (const one of files) {
      // Saved again since it was chosen: the new file replaces the one that cannot be sent.
      for (const { id, file } of uploads())
        if (id < one.id && file.name === one.file.name && !(await isReadable(file))) remove(id);
      const problem =
        (await check?.findContentProblem(one.file, item, messages)) ??
        ((await isAmong(
          one.file,
          uploads().filter(({ id }) => id < one.id),
        ))
          ? messages.reasons.twice
          : undefined);
      if (problem === undefined) accepted.push(one);
      else one.onRefused(problem);
    }
    // Works on one photo at a time: an old phone has memory for one large picture.
    const photos = accepted.length > 0 ? await loadPhotos() : undefined;
    for (const { file, onPhoto } of accepted) {
      const photo = await photos?.preparePhoto(file).catch(() => undefined);
      if (!photo) continue;
      await (style ??= loadStyle(styleUrl));
      onPhoto(photo);
    }
  };
}
