import { openStorage, type Storage } from '@redress/server/platform/storage/open-storage';
import { parseDocuments } from '@redress/server/config';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasCeph } from '../../setup/ceph-cluster.ts';
import type { ObjectStore } from '../../setup/radosgw.ts';
import { callCommand } from '../../setup/call-command.ts';
import type { CommandResult } from '../../setup/run-command.ts';
import { openTestObjectStore } from '../../setup/shared-ceph.ts';
import { makeFolder, useFolder } from '../../setup/folders.ts';

describe.skipIf(!hasCeph())('documents:copy', () => {
  let gateway: ObjectStore;
  const folder = useFolder();
  let dataFolder: string;
  let address: string;

  beforeAll(async () => {
    gateway = await openTestObjectStore();
    for (const [name, value] of Object.entries(gateway.environment)) vi.stubEnv(name, value);
    dataFolder = join(folder, 'data');
    address = `s3://${await gateway.bucket()}/case`;
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await gateway?.remove();
  });

  const open = (url?: string): Promise<Storage> =>
    openStorage({ documents: url === undefined ? undefined : parseDocuments(url, '/', gateway) }, dataFolder);
  const copyWith = (changes: Record<string, string>, ...args: string[]): Promise<CommandResult> =>
    callCommand('documents-copy', args, { ...gateway.environment, DATA_DIR: dataFolder, ...changes });
  const copy = (...args: string[]) => copyWith({}, ...args);
  async function contents({ store, uploadFolder }: Storage): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    for (const within of [undefined, 'exports'])
      for await (const key of store.list(within)) found[key] = (await buffer(store.read(key))).toString('base64');
    for (const id of await uploadFolder.list()) found[id] = (await buffer(uploadFolder.read(id))).toString('base64');
    return found;
  }
  const bytesOf = (text: string | Buffer) => Readable.from([Buffer.from(text)]);

  test('moves everything from a folder to a bucket and back, and continues where it stopped', async () => {
    const from = await open();
    const documents = join(dataFolder, 'documents');
    const upload = randomUUID();
    for (const [key, bytes] of [
      ['100/one', 'first'],
      ['100/two', randomBytes(6_000_000)],
      ['posted/three', 'staged'],
      ['exports/four', 'encrypted'],
    ] as const)
      await from.store.write(key, bytesOf(bytes));
    await from.uploadFolder.append(upload, 0, bytesOf('half of'));
    const to = await open(address);
    // An earlier copy was stopped.
    await to.store.write('100/one', bytesOf('first'));
    const first = await copy(documents, address);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toContain('4 files were copied (6 MB), 1 already existed with the same bytes.');
    expect(await contents(to)).toEqual(await contents(from));

    // Meanwhile the server received more, and removed a staged upload.
    await from.store.write('101/five', bytesOf('new'));
    await from.store.remove('posted/three');
    await from.uploadFolder.append(upload, 7, bytesOf(' an upload'));
    const second = await copy(documents, address);
    expect(second).toMatchObject({ code: 1 });
    expect(second.out).toContain(`posted/three is only in ${address}/.`);
    expect((await copy(documents, address, '--delete')).out).toContain('and 1 were removed.');
    expect(await contents(to)).toEqual(await contents(from));

    const elsewhere = join(folder, 'elsewhere');
    expect((await copy(address, elsewhere)).code).toBe(0);
    expect(await contents(await open(elsewhere))).toEqual(await contents(from));
  });

  test('overwrites nothing that has other bytes', async () => {
    const own = `s3://${await gateway.bucket()}`;
    const to = await open(own);
    await to.store.write('100/one', bytesOf('FIRST'));
    const { code, out, err } = await copy(join(dataFolder, 'documents'), own);
    expect(code).toBe(1);
    expect(out).toContain(`100/one has other bytes in ${own}/. Nothing was overwritten.`);
    expect(err).toContain('1 files differ');
    expect((await buffer(to.store.read('100/one'))).toString()).toBe('FIRST');
  });

  test('says what is wrong with its arguments, its bucket and its credentials', async () => {
    const documents = join(dataFolder, 'documents');
    const none = await copy(documents, 's3://no-such-bucket');
    expect(none.err).toBe(
      `\nThe bucket no-such-bucket does not exist at ${gateway.endpoint}: create it, or set DOCUMENTS_URL to another.\n\n`,
    );
    for (const [changes, message] of [
      [
        { AWS_SECRET_ACCESS_KEY: 'another' },
        /^\nThe bucket [a-z0-9-]+ refuses these credentials \(Signature\w+\): check AWS/,
      ],
      [
        { AWS_ACCESS_KEY_ID: '', AWS_EC2_METADATA_DISABLED: 'true', HOME: folder },
        /^\nThere are no credentials for the bucket [a-z0-9-]+: set AWS_ACCESS_KEY_ID/,
      ],
      [
        { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' },
        /cannot be reached at http:\/\/127\.0\.0\.1:1 \(ECONNREFUSED\): check AWS_ENDPOINT_URL_S3/,
      ],
    ] as const)
      expect((await copyWith(changes, documents, address)).err).toMatch(message);
    expect((await copy(join(folder, 'none'), address)).err).toContain('does not exist');
    expect((await copy(address, `${address}/inside`)).err).toContain('the same place, or one is in the other');
  });
});

test('documents:copy deletes nothing where the website stores documents', async () => {
  const folder = await makeFolder();
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  for (const [name, keys] of [
    [from, ['100/one']],
    [to, ['100/one', '101/added-after-the-move']],
  ] as const) {
    const { store } = await openStorage({ documents: { kind: 'folder', folder: name } }, folder);
    for (const key of keys) await store.write(key, Readable.from([Buffer.from('bytes')]));
  }
  const environment = { DATA_DIR: join(folder, 'data'), DOCUMENTS_URL: to };
  const compared = await callCommand('documents-copy', [from, to], environment);
  expect([compared.code, compared.err]).toEqual([1, expect.stringContaining('newer than FROM. Keep them.')]);
  const refused = await callCommand('documents-copy', [from, to, '--delete'], environment);
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('nothing is deleted there')]);
  const { store } = await openStorage({ documents: { kind: 'folder', folder: to } }, folder);
  expect(await store.has('101/added-after-the-move')).toBe(true);
});
