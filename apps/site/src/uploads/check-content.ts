import { extensionOf, isNamedAs } from '@redress/contract/file-names';
import { checkFileType, maxBytesOf, sampleBytes, sampleType } from '@redress/contract/file-type';
import { blobSource, readBytes } from '@redress/datafiles/byte-source';
import type { DocumentsItem } from '@redress/forms/definition';
import type { UploadMessages } from '../messages/upload-en.ts';
import { formatSizeLimit } from './file-size.ts';

/**
 * Explains why the server would refuse a file's content, with the remedy. Undefined if it would
 * accept it.
 */
export async function findContentProblem(
  file: File,
  item: DocumentsItem,
  { content, reasons }: UploadMessages,
): Promise<string | undefined> {
  const ofType = () =>
    isNamedAs(item.types, file.name) ? content.type(extensionOf(file.name).toUpperCase()) : reasons.type;
  try {
    const source = blobSource(file, file.name);
    const sampled = sampleType(await readBytes(source, 0, sampleBytes), file.name);
    const checked = await checkFileType(source, sampled, item);
    if ('refusal' in checked) return checked.refusal === 'type' ? ofType() : content[checked.refusal];
    const maxBytes = maxBytesOf(item, checked.type);
    return file.size > maxBytes ? reasons['too-large'](formatSizeLimit(maxBytes)) : undefined;
  } catch {
    // The file was deleted or changed since, or not yet downloaded from cloud storage.
    return reasons.unreadable;
  }
}
