import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { rootByPath } from './root-by-path.ts';
import { inclusionPath, merkleRoot } from '@redress/server/platform/history/merkle-tree';

const hex = (text: string) => Buffer.from(text, 'hex');
/** Leaves and roots of the reference implementation of certificate transparency (RFC 6962). */
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  hex,
);
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

test.each(roots.map((root, index) => [index + 1, root] as const))('the root of %i leaves', (size, root) => {
  expect(merkleRoot(leaves.slice(0, size)).toString('hex')).toBe(root);
});

test('the root of no leaf is the hash of nothing', () => {
  expect(merkleRoot([])).toEqual(createHash('sha256').digest());
});

const anyLeaves = fc.array(fc.uint8Array({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 70 });

test('each leaf leads to the root by its path, and to no other by a changed one', () => {
  fc.assert(
    fc.property(anyLeaves, fc.nat(), fc.nat(), (bytes, at, broken) => {
      const all = bytes.map((each) => Buffer.from(each));
      const index = at % all.length;
      const leaf = all[index] ?? Buffer.of();
      const root = merkleRoot(all);
      const path = inclusionPath(all, index);
      expect(rootByPath(leaf, index, all.length, path)).toEqual(root);
      expect(rootByPath(Buffer.concat([leaf, Buffer.of(0)]), index, all.length, path)).not.toEqual(root);
      expect(rootByPath(leaf, index, all.length, [...path, root])).not.toEqual(root);
      if (path.length === 0) return;
      const changed = path.map((hash, step) => (step === broken % path.length ? hash.map((byte) => byte ^ 1) : hash));
      expect(
        rootByPath(
          leaf,
          index,
          all.length,
          changed.map((hash) => Buffer.from(hash)),
        ),
      ).not.toEqual(root);
      expect(rootByPath(leaf, index, all.length, path.slice(1))).not.toEqual(root);
    }),
  );
});
