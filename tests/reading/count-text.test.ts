import { describe, expect, test } from 'vitest';
import { countText, splitSentences } from './count-text.ts';

describe('words and syllables, counted by hand', () => {
  test('English', () => {
    // The set-tle-ment pays peo-ple who bought the med-i-cine.
    const sentence = 'The settlement pays people who bought the medicine.';
    expect(countText([sentence], 'en')).toEqual({ sentences: 1, words: 8, syllables: 13, letters: 43 });
  });

  test('Spanish', () => {
    // Us-ted pue-de pre-sen-tar un re-cla-mo. / To-da-ví-a hay tiem-po.
    const text = 'Usted puede presentar un reclamo. Todavía hay tiempo.';
    expect(countText([text], 'es')).toEqual({ sentences: 2, words: 8, syllables: 18, letters: 44 });
  });

  test('figures, symbols and abbreviations have one syllable, and dates count as written', () => {
    // File by Ju-ly 17, 2025: TPPs get $300,000.
    const counts = countText(['File by July 17, 2025: TPPs get $300,000.'], 'en');
    expect(counts).toMatchObject({ sentences: 1, words: 8, syllables: 9 });
  });

  test('hyphenated words are one word, with the syllables of both', () => {
    expect(countText(['It is third-party data.'], 'en')).toMatchObject({ words: 4, syllables: 7 });
    expect(countText(['Es fármaco-genérico.'], 'es')).toMatchObject({ words: 2, syllables: 8 });
  });
});

describe('sentences', () => {
  test.each([
    ['one ends with its mark', 'It is free. Is it? Yes!', ['It is free.', 'Is it?', 'Yes!']],
    [
      'a period within a number or a time does not end one',
      'At 1:00 p. m. we pay 2.25 dollars.',
      ['At 1:00 p. m. we pay 2.25 dollars.'],
    ],
    ['a colon ends one only at the end of a passage', 'You need: your two IDs.', ['You need: your two IDs.']],
    ['what leads to a list is one', 'You need:', ['You need:']],
    ['five words without a mark are one', 'Total amount that you paid', ['Total amount that you paid']],
    ['fewer are a name or a button', 'Download your receipt', []],
    ['punctuation alone is none', '– …', []],
  ])('%s', (_, passage, sentences) => {
    expect(splitSentences(passage, 'en')).toEqual(sentences);
  });

  test('Spanish sentences may start with their mark', () => {
    expect(splitSentences('Llame. ¿Tiene preguntas?', 'es')).toEqual(['Llame.', '¿Tiene preguntas?']);
  });
});
