export const hidden = '•';

/** `Jane Doe` as `J••• D••`: members recognize it, but stolen IDs do not reveal a name. */
export function maskName(name: string): string {
  return name
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=\S)\S/gu, hidden);
}

/**
 * Masks `1234 Main St` as `12•• M••• St`: numbers keep their first half, longer words one letter.
 */
export function maskStreet(street: string): string {
  return street
    .trim()
    .split(/\s+/)
    .map((word) => {
      const characters = [...word];
      const isNumber = /\d/.test(word);
      if (!isNumber && characters.length <= 2) return word;
      const shown = isNumber ? Math.floor(characters.length / 2) : 1;
      return characters.map((character, place) => (place < shown ? character : hidden)).join('');
    })
    .join(' ');
}

export const maskDigits = (text: string): string => text.replaceAll(/\d/g, hidden);

/** `jane@example.com` becomes `j•••@example.com`. */
export function maskEmail(email: string): string {
  const [, first = '', domain = ''] = /^(.).*(@[^@]*)$/su.exec(email) ?? [];
  return `${first}•••${domain}`;
}

/** A name as staff see it: masked without the permission for contact details. */
export const nameForStaff = <Name extends string | null>(name: Name, seesContact: boolean) =>
  name === null || seesContact ? name : maskName(name);
