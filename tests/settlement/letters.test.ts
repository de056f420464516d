import { execFileSync } from 'node:child_process';
import { settlement } from '@redress/content/settlement';
import { languages } from '@redress/contract/language';
import { textsOfLetter } from '@redress/contract/letter-texts';
import {
  formatLetterId,
  kindsWithFiles,
  kindsWithReasons,
  type LetterKind,
  letterKinds,
} from '@redress/contract/letters';
import { caseIdsOf } from '@redress/contract/settlement';
import { createLetter } from '@redress/documents/letter';
import { createLetterId } from '@redress/server/claims/letters/letter-id';
import { composeLetterMail } from '@redress/server/claims/letters/letter-mail';
import { letterMessages } from '@redress/server/claims/letters/letter-messages';
import { mergeLetter } from '@redress/server/claims/letters/merge-letter';
import { printLetter } from '@redress/server/claims/letters/print-letter';
import { expect, test } from 'vitest';
import { isLongRun } from '../setup/long-tests.ts';
import { readQrCode } from './read-qr-code.ts';

/** Check 15 of letters. Other runs than the nightly one render one letter of each kind and language. */
const count = 1_000;

const names = [
  'Ann Lee',
  'José Núñez-O’Brien, Jr.',
  '{name} {due} {reference}',
  '{{reasons}} & <b>Sons</b> "Ltd."',
  'MARGUERITE WOJCIECHOWSKA-MONTGOMERY, ESQ.',
  '李小龍',
  'Łukasz Nguyễn Thị Ễ',
  'דוד כהן',
  '$& $1 $` %s \\n',
  'Юрий Жуков',
  '𠮷野 \u{20BB7}',
];
const addresses = [
  ['12 Example Street', 'Sampleton, PA 00000'],
  ['c/o The Trustees of {street1}', 'P.O. Box 1 # 2', 'Sampleton, PA 00000-1234'],
  ['1 Calle Ñandú, Apt. ½', 'San Juan, PR 00900'],
];
const amounts = ['$0.01', '$1,285.09', '$12,345,678.90'];
const outcomes: Partial<Record<LetterKind, string>> = {
  deficiency: 'deficient',
  reminder: 'deficient',
  reduced: 'reduce',
};
const pick = <T>(list: readonly T[], index: number): T => {
  const one = list[index % list.length];
  if (one === undefined) throw new Error('The list is empty');
  return one;
};
const translated = languages.filter((language) => language === 'en' || settlement.translations?.[language]);

/** A letter about an invented claim. Neighbors differ in everything. */
function makeLetter(index: number) {
  const kind = pick(letterKinds, index);
  const language = pick(translated, Math.floor(index / letterKinds.length));
  const { letters, receipts } = (language === 'en' ? undefined : settlement.translations?.[language]) ?? settlement;
  const caseId = pick(caseIdsOf(settlement), index);
  const possible = settlement.review.reasons.filter(({ outcome }) => outcome === (outcomes[kind] ?? 'deny'));
  const reasons = kindsWithReasons.includes(kind)
    ? possible.filter((_, at) => at % 4 === index % 4).map(({ text }) => text[language])
    : [];
  const files = kindsWithFiles.includes(kind) ? ['receipt {name}.pdf', `${pick(names, index)}.png`] : [];
  const code = createLetterId();
  const values = {
    name: pick(names, index * 7),
    reference: `${pick(settlement.claimForms, index).referencePrefix}${String(index).padStart(10, '0')}`,
    settlement: receipts[caseId]?.settlement ?? caseId,
    filedOn: 'July 1, 2027',
    statusPage: 'https://claims.example.com/status',
    phone: settlement.site.phone,
    amount: pick(amounts, index),
    claimedAmount: '$9,999.99',
    due: 'December 31, 2027',
    outcome: letterMessages[language].outcome.reduced(pick(amounts, index)),
  };
  const content = mergeLetter({
    template: letters[kind],
    language,
    caption: receipts[caseId]?.caption,
    returnAddress: settlement.mailRules.returnAddress[caseId] ?? [],
    date: 'November 30, 2027',
    values,
    reasons,
    files,
  });
  const address = [values.name, ...pick(addresses, index)];
  return { code, language, content, address, kind, values, lists: [...reasons, ...files] };
}
const made = Array.from({ length: count }, (_, index) => makeLetter(index));

test('letters of every kind and language list all reasons, and no placeholder is left, also in emails', () => {
  expect(new Set(made.map(({ kind, language }) => `${kind} ${language}`)).size).toBe(
    letterKinds.length * translated.length,
  );
  const settings = { from: { name: '', address: 'a@example.com' }, publicUrl: new URL('https://claims.example.com') };
  for (const letter of made) {
    const { content, values, lists, code } = letter;
    const { text, messageId } = composeLetterMail({ ...letter, email: 'b@example.com' }, settings);
    for (const item of lists) expect(text).toContain(`- ${item}`);
    expect(text).toContain(values.name);
    expect(messageId).toBe(`letter-${code}@claims.example.com`);
    const own = [values.name, ...lists].reduce(
      (all, value) => all.replaceAll(value, ''),
      textsOfLetter(content).join(' '),
    );
    expect(own).not.toMatch(/[{}]/);
  }
});

/** Text without spaces and without the direction marks that pdftotext adds. */
const compact = (text: string) => text.normalize('NFC').replaceAll(/[\s\u202a-\u202e\u2066-\u2069]/g, '');

test('the PDF and its QR code have one letter ID, with the name, the address and every reason', async () => {
  for (const letter of isLongRun ? made : made.slice(0, letterKinds.length * translated.length)) {
    const { code, language, address, lists, values } = letter;
    const pdf = await createLetter(printLetter(letter));
    const { page, letterId } = letterMessages[language].pdf;
    const printed = formatLetterId(code);
    const footer = compact(`${letterId} ${printed} ${page}`)
      .split(/\{\w+\}/)
      .map((part) => part.replaceAll(/[*$]/g, String.raw`\$&`));
    const text = compact(execFileSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' })).replaceAll(
      new RegExp(footer.join(String.raw`\d+`), 'g'),
      '',
    );
    expect(text).toContain(printed);
    for (const part of [...address, ...lists, values.reference]) expect(text).toContain(compact(part));
    const rest = [...address, ...lists].reduce((all, value) => all.replaceAll(compact(value), ''), text);
    expect(rest).not.toMatch(/[{}]/);
    expect(readQrCode(qrCodeOf(pdf))).toBe(code);
    // As receipts do, the file declares PDF/UA, its language and its title.
    const bytes = pdf.toString('latin1');
    expect(bytes).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(bytes).toContain(`/Lang (${letter.content.lang})`);
    expect(bytes).toMatch(/\/Marked true/);
  }
});

test('a usual letter has one page, with its code, in each language', async () => {
  const access = { code: 'ABCD-EFGH', until: 'December 31, 2027' };
  for (const letter of made.slice(0, letterKinds.length * translated.length)) {
    const pdf = (await createLetter(printLetter({ ...letter, address: addresses[0] ?? [] }, access))).toString(
      'latin1',
    );
    expect([letter.kind, letter.language, pdf.match(/\/Type \/Page\b/g)?.length]).toEqual([
      letter.kind,
      letter.language,
      1,
    ]);
  }
});

/** Looks for ink at the right of the address, where only the QR code is. Lengths are in pixels. */
function qrCodeOf(pdf: Uint8Array): (x: number, y: number) => boolean {
  const dotsPerPoint = 5;
  const area = { x: 219 * dotsPerPoint, y: 180 * dotsPerPoint, width: 40 * dotsPerPoint, height: 40 * dotsPerPoint };
  const args = ['-gray', '-l', '1', '-singlefile', '-r', String(72 * dotsPerPoint)];
  const crop = ['-x', area.x, '-y', area.y, '-W', area.width, '-H', area.height].map(String);
  const image = execFileSync('pdftoppm', [...args, ...crop, '-'], { input: pdf });
  const pixels = image.subarray(-area.width * area.height);
  const isInk = (x: number, y: number) => (pixels[y * area.width + x] ?? 255) < 128;
  const inked = Array.from({ length: area.width * area.height }, (_, at) => ({
    x: at % area.width,
    y: Math.floor(at / area.width),
  })).filter(({ x, y }) => isInk(x, y));
  const left = Math.min(...inked.map(({ x }) => x));
  const top = Math.min(...inked.map(({ y }) => y));
  const module = (Math.max(...inked.map(({ x }) => x)) + 1 - left) / 21;
  return (x, y) => isInk(Math.floor(left + (x + 0.5) * module), Math.floor(top + (y + 0.5) * module));
}
