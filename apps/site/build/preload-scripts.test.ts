import { expect, it } from 'vitest';
import { scriptsOf } from './preload-scripts.ts';

const manifest = {
  'pages/form/+client.tsx': { file: 'form.js', isEntry: true, imports: ['_shared.js', '_react.js'] },
  'pages/login/+client.tsx': { file: 'login.js', isEntry: true, imports: ['_react.js'] },
  '_shared.js': { file: 'shared.js', imports: ['_react.js'], dynamicImports: ['claim.v1.ts', 'other.v1.ts'] },
  '_react.js': { file: 'react.js' },
  'claim.v1.ts': { file: 'claim.js', name: 'claim.v1', isDynamicEntry: true, imports: ['_rules.js'] },
  'other.v1.ts': { file: 'other.js', name: 'other.v1', isDynamicEntry: true },
  '_rules.js': { file: 'rules.js' },
};

it('finds each script that an entry imports, directly or not, once', () => {
  expect(scriptsOf(manifest, 'form.js', []).sort()).toEqual(['react.js', 'shared.js']);
});

it('adds the modules that the page imports dynamically, and no others', () => {
  expect(scriptsOf(manifest, 'form.js', ['claim.v1.ts']).sort()).toEqual([
    'claim.js',
    'react.js',
    'rules.js',
    'shared.js',
  ]);
});

it('fails for a module without a chunk, as after a rename', () => {
  expect(() => scriptsOf(manifest, 'login.js', ['other.v2.ts'])).toThrow('no chunk for other.v2.ts');
});
