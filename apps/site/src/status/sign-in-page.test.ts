import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { site } from '@redress/content/site';
import { statusPageData } from '../islands/island-data.ts';
import { pageOfKind } from '../routing/find-page.ts';
import { SignInPage } from './sign-in-page.tsx';

test('asking for another emailed code keeps what was typed, too', () => {
  const data = statusPageData(site, pageOfKind(site, 'status', '/status'));
  const kept = { 'statement.dispute': 'I bought it.' };
  const view = { name: 'sign-in', typed: {}, missing: [], codeRequest: 'an-id', kept } as const;
  const html = renderToStaticMarkup(createElement(SignInPage, { ...data, view }));
  expect(html.match(/<form/g)).toHaveLength(2);
  expect(html.match(/name="statement.dispute" value="I bought it."/g)).toHaveLength(2);
});
