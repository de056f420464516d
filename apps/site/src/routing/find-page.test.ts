import { how, siteWith, textPage } from '@redress/contract/fixtures/sample-settlement';
import { describe, expect, it } from 'vitest';
import { findPage, findPageOfKind, notFoundLanguage, notFoundPaths, pageOfKind } from './find-page.ts';

const site = siteWith([textPage('/'), textPage('/contact'), how]);

describe('the pages of a manifest', () => {
  it('are found by path, with or without a trailing slash', () => {
    expect(findPage(site, '/contact')?.path).toBe('/contact');
    expect(findPage(site, '/contact/')?.path).toBe('/contact');
    expect(findPage(site, '/')?.path).toBe('/');
    expect(findPage(site, '/contact/more')).toBeUndefined();
  });

  it('match only the route of their kind', () => {
    expect(findPageOfKind(site, 'instructions', '/how')?.path).toBe('/how');
    expect(findPageOfKind(site, 'text', '/how')).toBeUndefined();
  });

  it('are required to exist after a route matched', () => {
    expect(() => pageOfKind(site, 'text', '/nowhere')).toThrow('no text page at /nowhere');
  });
});

const spanish = { language: 'es', translationOf: '/', kind: 'text', title: '', description: '', text: '' } as const;

it('renders a 404 page in each language with translations', () => {
  const translated = { ...site, pages: [{ ...spanish, path: '/es' }] };
  expect(notFoundPaths(translated)).toEqual(['/es/404']);
  expect(notFoundLanguage(translated, '/es/404')).toBe('es');
  expect(notFoundLanguage(translated, '/es/4040')).toBeUndefined();
  const inEnglish = { ...site, pages: [] };
  expect(notFoundPaths(inEnglish)).toEqual([]);
  expect(notFoundLanguage(inEnglish, '/es/404')).toBeUndefined();
});
