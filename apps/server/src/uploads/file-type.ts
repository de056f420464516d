import { type SampledType, isText, textTypeOf } from '@redress/contract/file-type';

const detectedTypes = ['pdf', 'jpg', 'png', 'heic', 'tif', 'docx', 'xlsx', 'zip'] as const;

/**
 * The type of a file by its first bytes. The name only tells tables from other text. `undefined`
 * for damaged files and for types that no form accepts.
 */
export async function sampleFileType(sample: Uint8Array, name: string): Promise<SampledType> {
  // The detector takes UTF-16 text for audio, so text is recognized first.
  if (isText(sample)) return textTypeOf(name);
  try {
    // Loaded with the first file, because an idle server does not need its 2 MB.
    const { fileTypeFromBuffer } = await import('file-type');
    const detected = await fileTypeFromBuffer(sample);
    return detectedTypes.find((type) => type === detected?.ext);
  } catch {
    // The detector throws on some damaged files.
    return undefined;
  }
}
