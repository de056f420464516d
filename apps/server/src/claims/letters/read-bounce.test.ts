import { expect, test } from 'vitest';
import { bounceSenderOf, readBounce } from './read-bounce.ts';

const letterId = '3b241101-e2bb-4255-8caf-4136c566a962';
const to = bounceSenderOf('bounce@claims.example.com', letterId);
const read = (...lines: readonly string[]) => readBounce(Buffer.from(lines.join('\r\n'), 'latin1'));

const fields = [
  'Reporting-MTA: dns; mx',
  '',
  'Final-Recipient: rfc822; j@example.com',
  'Action: failed',
  'Status: 5.1.1',
];
/** A report with its parts as some mail servers write them. */
const report = (type: string, headers: readonly string[], body: readonly string[]) => [
  'From: MAILER-DAEMON@mx.example.com',
  `To: ${to}`,
  'Auto-Submitted: auto-replied',
  'Content-Type: multipart/report; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=unknown-8bit',
  '',
  'No se entreg\u00f3.',
  '--b',
  `Content-Type: ${type}`,
  ...headers,
  '',
  ...body,
  '--b',
  'Content-Type: application/octet-stream; name="virus.exe"',
  'Content-Transfer-Encoding: base64',
  '',
  'TVqQAAMAAAAEAAAA',
  '--b--',
  '',
];

test.each([
  ['as plain text', 'message/delivery-status', [], fields],
  ['for addresses beyond ASCII', 'message/global-delivery-status', [], fields],
  [
    'in base 64',
    'message/delivery-status; charset="windows-1252"',
    ['Content-Transfer-Encoding: base64'],
    [Buffer.from(fields.join('\n')).toString('base64')],
  ],
  ['in small letters', 'Message/Delivery-Status', [], fields.map((line) => line.toLowerCase())],
])('a status %s is read', async (_name, type, headers, body) => {
  expect(await read(...report(type, headers, body))).toMatchObject({ outcome: 'failed', letterId, code: '5.1.1' });
});

test.each([
  ['without a status', report('text/rfc822-headers', [], ['Subject: Your claim'])],
  ['that was cut off', report('message/delivery-status', [], []).slice(0, 12)],
  [
    'of a mail server that writes text only',
    [
      'From: Mail Delivery System <Mailer-Daemon@mx.example.com>',
      `To: ${to}`,
      'X-Failed-Recipients: j@example.com',
      'Auto-Submitted: auto-replied',
      'Subject: Mail delivery failed: returning message to sender',
      '',
      'A message that you sent could not be delivered.',
    ],
  ],
])('a report %s is kept for staff, although it calls itself a reply', async (_name, lines) => {
  expect(await read(...lines)).toMatchObject({ outcome: 'unknown', letterId });
});

test('the reply of an absent person says nothing', async () => {
  const reply = ['From: Jane <jane@example.com>', `To: ${to}`, 'Auto-Submitted: auto-replied (vacation)', '', 'Away'];
  expect(await read(...reply)).toMatchObject({ outcome: 'other', letterId });
});

test('a token in other letters and small letters is the same', async () => {
  const lines = report('message/delivery-status', [], fields);
  expect(await read(...lines.map((line) => line.replace(to, to.toUpperCase())))).toMatchObject({ letterId });
});

test('a report that names two letters is kept for staff, as one of neither', async () => {
  const lines = report('message/delivery-status', [], fields);
  const other = `X-Original-To: ${bounceSenderOf('bounce@claims.example.com', letterId.replace('3b', '4c'))}`;
  expect(await read(other, ...lines)).toMatchObject({ outcome: 'unknown', letterId: undefined });
});

test('the fields are in the first 5,000 lines, and a message of a million lines is not parsed to its end', async () => {
  const lines = report('message/delivery-status', [], fields);
  const after = (count: number) => [
    ...lines.slice(0, 9),
    ...Array.from({ length: count }, () => ''),
    ...lines.slice(9),
  ];
  expect(await read(...after(4_900))).toMatchObject({ outcome: 'failed', letterId });
  expect(await read(...after(5_000))).toMatchObject({ outcome: 'unknown', letterId });
});
