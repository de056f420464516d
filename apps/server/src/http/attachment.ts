/**
 * `Content-Disposition` of a file to be saved under a name (RFC 6266 and 8187): the name in plain letters for old browsers, and as it is. No
 * character of it can end the header or a quoted text.
 */
export function attachmentNamed(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^A-Za-z0-9 ._()-]/g, '_');
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
