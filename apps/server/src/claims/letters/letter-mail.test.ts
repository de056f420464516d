import type { LetterContent } from '@redress/contract/letters';
import { expect, test } from 'vitest';
import { composeLetterMail } from './letter-mail.ts';

const content: LetterContent = {
  lang: 'en-US',
  siteName: 'Oak Settlement',
  caption: 'In re Oak',
  returnAddress: ['Oak Settlement', 'P.O. Box 1'],
  statusPage: 'https://oak.example.com/status',
  phone: '1-800-555-0100',
  date: 'March 1, 2027',
  reference: 'OAK0123456789',
  subject: 'We need more information',
  body: [
    'Dear <b>Ann</b> & {name},',
    { heading: 'How to send it' },
    { list: ['Go to https://oak.example.com/status. Sign in.', 'Write to us.'] },
  ],
};
const letter = { code: '000000014U', language: 'en', content, email: 'ann@example.com' } as const;
const settings = {
  from: { name: '', address: 'no-reply@oak.example.com' },
  publicUrl: new URL('https://oak.example.com'),
};

test('an email has the content of the letter, its ID, and a message ID that stays', () => {
  const mail = composeLetterMail(letter, settings);
  expect(mail).toMatchObject({
    lang: 'en-US',
    messageId: 'letter-000000014U@oak.example.com',
    from: { name: 'Oak Settlement', address: 'no-reply@oak.example.com' },
    to: 'ann@example.com',
    subject: 'We need more information',
  });
  expect(mail.attachment).toBeUndefined();
  expect(mail.text).toBe(
    [
      'Reference number: OAK0123456789\nDate: March 1, 2027\nLetter ID: 000-000-014U',
      'Dear <b>Ann</b> & {name},',
      'How to send it',
      '- Go to https://oak.example.com/status#by-email. Sign in.\n- Write to us.',
      'Please do not reply to this email. If you did not file this claim, call us.',
      'In re Oak',
    ].join('\n\n'),
  );
});

test('an email whose text names no page leads to the status page, too', () => {
  const { text } = composeLetterMail({ ...letter, content: { ...content, body: ['Dear Ann,'] } }, settings);
  expect(text).toContain('Dear Ann,\n\nYour claim online: https://oak.example.com/status#by-email');
});

test('in HTML, a name is text, and the status page a link', () => {
  const { html } = composeLetterMail(letter, settings);
  expect(html).toContain('<p>Dear &#60;b&#62;Ann&#60;/b&#62; &#38; {name},</p>');
  // An email has no letter code, so its links lead to the code by email.
  expect(html).toContain(
    'Go to <a href="https://oak.example.com/status#by-email">https://oak.example.com/status#by-email</a>. Sign in.',
  );
  expect(html).toContain('000-000-014U');
});

test('a Spanish letter has Spanish words around it', () => {
  const { text, html } = composeLetterMail(
    { ...letter, language: 'es', content: { ...content, lang: 'es-US' } },
    settings,
  );
  expect(text).toContain('Número de referencia: OAK0123456789');
  expect(text).toContain('Si usted no presentó este reclamo, llámenos.');
  expect(html).toContain('<html lang="es-US">');
});
