import { site } from '@redress/content/site';
import { expect, it } from 'vitest';
import { notFoundLanguage, notFoundPaths } from './not-found-pages.ts';

const spanish = { language: 'es', translationOf: '/', kind: 'text', title: '', description: '', text: '' } as const;

it('are made in each language that pages were translated into, and only there', () => {
  const translated = { ...site, pages: [{ ...spanish, path: '/es' }] };
  expect(notFoundPaths(translated)).toEqual(['/es/404']);
  expect(notFoundLanguage(translated, '/es/404')).toBe('es');
  expect(notFoundLanguage(translated, '/es/4040')).toBeUndefined();
  const inEnglish = { ...site, pages: [] };
  expect(notFoundPaths(inEnglish)).toEqual([]);
  expect(notFoundLanguage(inEnglish, '/es/404')).toBeUndefined();
});
