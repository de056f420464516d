export interface XmlTag {
  /** Without its prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The tags of a small XML text in order, those that close left out. Prefixes are taken off names, and of attributes kept. */
export function* readXmlTags(xml: string): Generator<XmlTag> {
  const text = xml.replace(/<!--[^]*?(-->|$)/g, '');
  // One after the other: millions of tags at once would take far more memory than their text.
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
  // Beginning with the space before it, a name that never ends is looked at once.
  for (const [, name, double, single] of tag.matchAll(/\s([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (name !== undefined) attributes[name] = decodeXmlText(double ?? single ?? '');
  return attributes;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function decodeXmlText(text: string): string {
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
