import { describe, expect, test } from 'vitest';
import type { Form } from './definition.ts';
import { parseAnswers } from './parse-answers.ts';

const typedKinds = ['text', 'email', 'phone', 'zip', 'code', 'taxId', 'money', 'count', 'signature'] as const;

describe('a million characters in one field', () => {
  const million = 1_000_000;
  // The pattern of e-mail addresses is the one of a real form; the others are the simplest of their
  // kind.
  const email = String.raw`[a-zA-Z0-9.+_\-]+@[a-zA-Z0-9](?:[a-zA-Z0-9\-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9\-]{0,61}[a-zA-Z0-9])?)*`;
  const units = [
    'a',
    ' ',
    '1',
    '.',
    '1.',
    ' a',
    '(',
    '+1 ',
    'a.',
    '@',
    'a-',
    '\u0301',
    '\u0301\u0316',
    '\u2019',
    '\u00A0',
    '\uD83D',
    '😀',
    '\u0000',
    '가',
    '각',
  ];

  test.each(typedKinds)(
    'are rejected quickly by a field of kind %s',
    (kind) => {
      const form: Form = {
        id: 'long',
        version: 1,
        title: 'Long',
        sections: [
          {
            title: 'Only section',
            items: [
              {
                kind,
                name: 'field',
                label: 'Field',
                rules: [
                  { rule: 'max', than: 50, message: 'Long' },
                  {
                    rule: 'pattern',
                    pattern: kind === 'email' ? email : String.raw`[\p{L}\p{M}0-9 .']*`,
                    message: 'Pattern',
                  },
                ],
              },
            ],
          },
        ],
      };
      for (const unit of units) {
        const long = unit.repeat(million / unit.length);
        for (const value of [long, `a@${long}!`]) {
          const start = Date.now();
          const parsed = parseAnswers(form, { field: value }, {});
          // About 0.1 s on a slow machine. Quadratic time would take minutes.
          expect(Date.now() - start, JSON.stringify(unit)).toBeLessThan(3000);
          if (value.startsWith('a@')) expect(parsed.ok).toBe(false);
        }
      }
    },
    30_000,
  );
});
