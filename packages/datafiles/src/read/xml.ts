import { UnreadableFileError } from '../opened-file.ts';
import { decodeXmlText } from './xml-tags.ts';

/** What is met in an XML text, in order. Names come without their prefix. */
export interface XmlReader {
  /** A tag opens; its attributes stand in `text` from `from` up to `to`. */
  open(name: string, text: string, from: number, to: number): void;
  close(name: string): void;
  /** Asked before each run of characters: most are not needed, and cost nothing then. */
  readonly wantsText: boolean;
  /** A run of characters, decoded. A long one may come in parts. */
  characters(text: string): void;
}

/** No tag and no run of characters is longer, in bytes. */
const maxTokenBytes = 1024 * 1024;

/** Reads XML in UTF-8 as it comes. Not a validating parser: what is not well-formed gives other tags, never an endless search. */
export async function scanXml(pieces: AsyncIterable<Uint8Array>, reader: XmlReader): Promise<void> {
  for await (const text of textUpToTags(pieces)) scanText(text, reader);
}

/** Cut after a `>`, where no character and, but for comments and CDATA, no tag is cut. */
export async function* textUpToTags(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  // One buffer for all pieces: a new one for each would be memory that nobody collects in time.
  let buffer = new Uint8Array(scanBytes);
  let filled = 0;
  let openText = '';
  const takeText = (): string => {
    const cut = buffer.subarray(0, filled).lastIndexOf(greaterThan) + 1;
    const text = openText + decoder.decode(buffer.subarray(0, cut));
    buffer.copyWithin(0, cut, filled);
    filled -= cut;
    const end = endOfClosedMarkup(text);
    openText = text.slice(end);
    if (filled + openText.length > maxTokenBytes) throw new UnreadableFileError('damaged');
    return openText ? text.slice(0, end) : text;
  };
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + buffer.length - filled);
      buffer.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < buffer.length) break;
      yield takeText();
      // What is left is the beginning of one tag or text.
      if (filled === buffer.length) buffer = twiceAsLong(buffer);
    }
  }
  if (filled > 0) yield takeText();
}

const greaterThan = 62;
const scanBytes = 64 * 1024;

function twiceAsLong(buffer: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(buffer.length * 2);
  longer.set(buffer);
  return longer;
}

/** Up to a comment or a CDATA section that has no end yet; all of the text where there is none, which is always. */
function endOfClosedMarkup(text: string): number {
  const last = text.lastIndexOf('<!');
  if (last === -1) return text.length;
  const end = text.startsWith('<!--', last) ? '-->' : text.startsWith('<![CDATA[', last) ? ']]>' : '>';
  return text.indexOf(end, last) === -1 ? last : text.length;
}

/** Reads whole tags, and the characters between them. */
export function scanText(text: string, reader: XmlReader): void {
  const length = text.length;
  for (let at = 0; at < length;) {
    let tag = text.indexOf('<', at);
    if (tag === -1) tag = length;
    if (tag > at && reader.wantsText) reader.characters(decodeXmlText(text.slice(at, tag)));
    if (tag === length) return;
    const first = text.charCodeAt(tag + 1);
    if (first === exclamation || first === question) {
      at = afterSpecial(text, tag, reader);
      continue;
    }
    let end = text.indexOf('>', tag);
    if (end === -1) end = length;
    if (first === slash) {
      reader.close(nameOf(text, tag + 2, end));
    } else {
      const isEmpty = text.charCodeAt(end - 1) === slash;
      let nameEnd = tag + 1;
      while (nameEnd < end && text.charCodeAt(nameEnd) > space && text.charCodeAt(nameEnd) !== slash) nameEnd++;
      const name = nameOf(text, tag + 1, nameEnd);
      reader.open(name, text, nameEnd, isEmpty ? end - 1 : end);
      if (isEmpty) reader.close(name);
    }
    at = end + 1;
  }
}

const space = 32;
const exclamation = 33;
const slash = 47;
const question = 63;

function nameOf(text: string, from: number, to: number): string {
  const name = text.slice(from, to);
  if (name.length < 2) return name;
  return name.slice(name.indexOf(':') + 1).trim();
}

/** Where a comment, a CDATA section, a declaration or an instruction ends. */
function afterSpecial(text: string, tag: number, reader: XmlReader): number {
  if (text.startsWith('<![CDATA[', tag)) {
    const end = text.indexOf(']]>', tag);
    if (reader.wantsText) reader.characters(text.slice(tag + 9, end === -1 ? undefined : end));
    return end === -1 ? text.length : end + 3;
  }
  const mark = text.startsWith('<!--', tag) ? '-->' : '>';
  const end = text.indexOf(mark, tag);
  return end === -1 ? text.length : end + mark.length;
}

/** Excel writes characters that XML has not as `_x000D_`. */
export function decodeExcelEscapes(text: string): string {
  if (text.indexOf('_x') === -1) return text;
  return text.replace(/_x([0-9A-F]{4})_/gi, (_escape, code: string) => String.fromCharCode(parseInt(code, 16)));
}
