import { expect, it } from 'vitest';
import { scriptsOf } from './preload-scripts.ts';

const manifest = {
  'pages/form/+client.tsx': { file: 'form.js', isEntry: true, imports: ['_shared.js', '_react.js'] },
  'pages/login/+client.tsx': { file: 'login.js', isEntry: true, imports: ['_react.js'] },
  '_shared.js': { file: 'shared.js', imports: ['_react.js'], dynamicImports: ['claim.v1.ts', 'other.v1.ts'] },
  '_react.js': { file: 'react.js' },
  'claim.v1.ts': { file: 'claim.js', name: 'claim.v1', isDynamicEntry: true, imports: ['_rules.js'] },
  'other.v1.ts': { file: 'other.js', name: 'other.v1', isDynamicEntry: true },
  'other.v10.ts': { file: 'other-10.js', name: 'other.v10', isDynamicEntry: true },
  'other.v9.ts': { file: 'other-9.js', name: 'other.v9', isDynamicEntry: true },
  '_rules.js': { file: 'rules.js' },
};

it('finds what an entry imports, and what those import, once', () => {
  expect(scriptsOf(manifest, 'form.js', []).sort()).toEqual(['react.js', 'shared.js']);
});

it('adds the forms of the page and leaves out the others', () => {
  expect(scriptsOf(manifest, 'form.js', ['claim.v*']).sort()).toEqual([
    'claim.js',
    'react.js',
    'rules.js',
    'shared.js',
  ]);
});

it('adds the newest version of a form alone: the others are not shown', () => {
  expect(scriptsOf(manifest, 'login.js', ['other.v*']).sort()).toEqual(['other-10.js', 'react.js']);
});
