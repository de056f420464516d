import { expect, it } from 'vitest';
import { indexHeadings } from './page-index.tsx';

it('lists second-level headings with their ids', () => {
  const html = '<h2 id="mail">File by mail</h2><p>Words.</p><h3>Not this one</h3>';
  expect(indexHeadings(html)).toEqual({ html, headings: [{ id: 'mail', title: 'File by mail' }] });
});

it('creates missing ids from the text', () => {
  expect(indexHeadings('<h2>Who’s in &amp; who is <em>out</em>?</h2><h2>¿Quién está incluido?</h2>')).toEqual({
    html: '<h2 id="whos-in-who-is-out">Who’s in &amp; who is <em>out</em>?</h2><h2 id="quien-esta-incluido">¿Quién está incluido?</h2>',
    headings: [
      { id: 'whos-in-who-is-out', title: 'Who’s in & who is out?' },
      { id: 'quien-esta-incluido', title: '¿Quién está incluido?' },
    ],
  });
});

it('creates unique ids, also among other elements', () => {
  const { headings } = indexHeadings('<p id="dates"></p><h2>Dates</h2><h2>Dates</h2><h2>…</h2>');
  expect(headings.map(({ id }) => id)).toEqual(['dates-2', 'dates-3', 'part']);
});
