import { UnreadableFileError } from '../opened-file.ts';

/** Receives the parts of an XML document in order. Names have no prefix. */
export interface XmlReader {
  /** The attributes of the tag are in `text` between `from` and `to`. */
  open(name: string, text: string, from: number, to: number): void;
  close(name: string): void;
  /** The scanner reads this before each run of characters, so that unneeded runs cost nothing. */
  readonly wantsText: boolean;
  /** Receives a decoded run of characters. A long one may come in parts. */
  characters(text: string): void;
}

/** Limits a tag or a run of characters. */
const maxTokenBytes = 1024 * 1024;

/** Scans UTF-8 XML as a stream. Malformed XML yields wrong tags, never an endless search. */
export async function scanXml(chunks: AsyncIterable<Uint8Array>, reader: XmlReader): Promise<void> {
  for await (const text of textUpToTags(chunks)) scanText(text, reader);
}

/** Splits after a `>`, which divides no character and no tag except comments and CDATA. */
export async function* textUpToTags(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  // All chunks share one buffer, because new ones would not be collected in time.
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
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + buffer.length - filled);
      buffer.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < buffer.length) break;
      yield takeText();
      // The unscanned rest is the beginning of a single tag or run.
      if (filled === buffer.length) buffer = doubled(buffer);
    }
  }
  if (filled > 0) yield takeText();
}

const greaterThan = 62;
const scanBytes = 64 * 1024;

function doubled(buffer: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(buffer.length * 2);
  longer.set(buffer);
  return longer;
}

/**
 * Ends before a comment or CDATA section without an end, which is rare; else after the whole text.
 */
function endOfClosedMarkup(text: string): number {
  const last = text.lastIndexOf('<!');
  if (last === -1) return text.length;
  const end = text.startsWith('<!--', last) ? '-->' : text.startsWith('<![CDATA[', last) ? ']]>' : '>';
  return text.indexOf(end, last) === -1 ? last : text.length;
}

/** Scans whole tags and the characters between them. */
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

/** Finds the end of a comment, a CDATA section, a declaration or an instruction. */
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

/** Excel writes characters that XML does not allow as `_x000D_`. */
export function decodeExcelEscapes(text: string): string {
  if (text.indexOf('_x') === -1) return text;
  return text.replace(/_x([0-9A-F]{4})_/gi, (_escape, code: string) => String.fromCharCode(parseInt(code, 16)));
}

export interface XmlTag {
  /** The name has no prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Yields the opening tags of a small XML document in order, without prefixes of names. */
export function* readXmlTags(xml: string): Generator<XmlTag> {
  const text = xml.replace(/<!--[^]*?(-->|$)/g, '');
  // A list of millions of tags would take far more memory than their text.
  for (let at = text.indexOf('<'); at !== -1;) {
    const next = text.indexOf('<', at + 1);
    const part = text.slice(at + 1, next === -1 ? text.length : next);
    const name = /^(?:[\w.-]+:)?([\w.-]+)(?=[\s/>])/.exec(part)?.[1];
    if (name !== undefined) yield { name, attributes: attributesOf(part) };
    at = next;
  }
}

function attributesOf(tag: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  // Starts at the space before a name, so that an endless name is scanned only once.
  for (const [, name, double, single] of tag.matchAll(/\s([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (name !== undefined) attributes[name] = decodeXmlText(double ?? single ?? '');
  return attributes;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeXmlText(text: string): string {
  if (text.indexOf('&') === -1) return text;
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole;
      const code = hex !== undefined ? parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
