import { documentsOf, formWith, rowsOf, text } from '@redress/forms/fixtures/sample-forms';
import { describe, expect, test } from 'vitest';
import { formPassages } from './form-passages.ts';
import { readPassages } from './page-passages.ts';

describe('the passages of a page', () => {
  const read = (main: string): string[] =>
    readPassages(
      `<!doctype html><html lang="en"><head><title>T</title></head><body><main>${main}</main></body></html>`,
      'main',
    ).map(({ text }) => text);

  test.each([
    [
      'a paragraph is one, with its links and its emphasis',
      '<p>Read <a href="/">the <em>notice</em></a> first.</p>',
      ['Read the notice first.'],
    ],
    [
      'each entry of a list is one',
      '<p>You need:</p><ul><li>an ID;</li><li>a pen.</li></ul>',
      ['You need:', 'an ID;', 'a pen.'],
    ],
    [
      'boxes side by side are two',
      '<a><strong>I paid</strong><span>You need IDs.</span></a>',
      ['I paid', 'You need IDs.'],
    ],
    ['headings are left out', '<h2>Who?</h2><p>You.</p>', ['You.']],
    ['addresses are left out', '<address>P.O. Box 1</address><p>Write.</p>', ['Write.']],
    ['drawings are left out', '<svg aria-hidden="true"><text>Jul 17</text></svg><p>Due.</p>', ['Due.']],
    ['another language is left out', '<p>See <a lang="es">En español</a> here.</p>', ['See here.']],
    ['what is said twice counts once', '<p>Call us.</p><p>Call us.</p>', ['Call us.']],
    ['an element without an end ends nothing', '<p>One<img src="a"/> two.</p>', ['One two.']],
    ['characters are read', '<p>You &amp; I&#x27;m &lt;5.</p>', ["You & I'm <5."]],
  ])('%s', (_, html, passages) => {
    expect(read(html)).toEqual(passages);
  });

  test('text outside the element is not read', () => {
    expect(
      readPassages('<html lang="en"><body><p>A.</p><main><p>B.</p></main><p>C.</p></body></html>', 'main'),
    ).toEqual([{ text: 'B.', isQuoted: false }]);
  });

  test.each([
    '<blockquote><p>So be it.</p></blockquote>',
    '<p data-quoted="true">So be it.</p>',
    '<p><q>So be it.</q></p>',
  ])('%s is a quotation', (html) => {
    expect(readPassages(`<html lang="en"><main>${html}</main></html>`, 'main')).toEqual([
      { text: 'So be it.', isQuoted: true },
    ]);
  });
});

test('a form has labels, hints, prose, visible options and every message, each once', () => {
  const say = { rule: 'required', message: 'Say it' } as const;
  const form = formWith({
    title: 'A title',
    items: [
      {
        kind: 'prose',
        prose: [{ heading: 'A heading' }, 'A line.', { list: [['See ', { text: 'this', href: '/' }, '.']] }],
      },
      { ...text('a', say), hint: 'Hint' },
      { kind: 'choice', name: 'b', label: 'Which', options: ['x'], labels: ['The X'], rules: [] },
      { kind: 'select', name: 'c', label: 'State', options: ['Maine'], rules: [say] },
      rowsOf('d', [text('e')]),
      { kind: 'honeypot', name: 'h', label: 'Homepage' },
      documentsOf({ due: [{ message: 'Add one' }] }),
    ],
  });
  expect(formPassages(form)).toEqual([
    'A line.',
    'See this.',
    'The a',
    'Hint',
    'Say it',
    'Which',
    'The X',
    'State',
    'The d',
    'Too many',
    'The e',
    'Documents',
    'Add one',
  ]);
});
