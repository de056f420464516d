import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '../setup/free-port.ts';
import { hasProgram } from '../setup/programs.ts';
import { createTestDatabase } from '../setup/test-database.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 900_000 });

const root = join(import.meta.dirname, '../..');
const isRoot = process.getuid?.() === 0;

/**
 * A base with the parts of the official image that the Containerfile needs: Node, a shell and
 * `install`.
 */
function makeBase(folder: string): void {
  const programs = {
    '/usr/local/bin/node': process.execPath,
    '/bin/sh': '/bin/sh',
    '/usr/bin/install': '/usr/bin/install',
  };
  const libraries = Object.values(programs).flatMap((program) =>
    [...execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/\/\S+/g)].map(([path]) => path),
  );
  const files = { ...Object.fromEntries(libraries.map((path) => [path, path])), ...programs };
  for (const [target, source] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(target)), { recursive: true });
    copyFileSync(source, join(folder, target));
  }
  for (const name of ['tmp', 'data']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'Containerfile'), 'FROM scratch\nCOPY . /\nENV PATH=/usr/local/bin:/usr/bin:/bin\n');
}

describe.skipIf(!isRoot || !hasProgram('buildah', ['--version']))('deploy/Containerfile', () => {
  let folder: string;
  const buildah = (...args: readonly string[]) => {
    const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
    return execFileSync('buildah', [...storage, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  };
  const build = (context: string, file: string, ...args: readonly string[]) =>
    buildah('bud', '--isolation=chroot', '--no-cache', '--timestamp=0', '--quiet', `--file=${file}`, ...args, context);
  const buildRelease = (tag: string) => {
    const args = [`--tag=${tag}`, '--build-arg=BASE=localhost/base'];
    return build(join(folder, 'release'), join(root, 'deploy/Containerfile'), ...args);
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'redress-image-'));
    const pack = [join(root, 'tools/pack-production.mjs'), '--without-postgres', join(folder, 'release')];
    execFileSync(process.execPath, pack, { cwd: root, stdio: 'ignore' });
    makeBase(join(folder, 'base'));
    build(join(folder, 'base'), join(folder, 'base/Containerfile'), '--tag=base');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

  test('makes the same image twice, not for root and without secrets, whose server runs with a read-only root', async () => {
    const id = buildRelease('first');
    expect(buildRelease('second')).toBe(id);
    const parse: (json: string) => { OCIv1: { config: Record<string, unknown> } } = JSON.parse;
    const { OCIv1 } = parse(buildah('inspect', '--type', 'image', 'first'));
    expect(OCIv1.config).toMatchObject({ User: '10001:10001', StopSignal: 'SIGTERM', Volumes: { '/data': {} } });
    expect(JSON.stringify(OCIv1.config['Env'])).not.toMatch(/SECRET|PASSWORD|DATABASE_URL/);

    const image = buildah('mount', buildah('from', 'first'));
    const database = await createTestDatabase();
    const port = await freePort();
    const steps = [
      'mount --bind "$IMAGE" "$IMAGE"',
      'mount -o remount,ro,bind "$IMAGE"',
      'mount -t tmpfs tmpfs "$IMAGE/tmp"',
      'mount -t tmpfs -o uid=10001,gid=10001,mode=700 tmpfs "$IMAGE/data"',
      // Ends it unless the root is read-only.
      '! touch "$IMAGE/opt/redress/written" 2>/dev/null',
      `exec chroot --userspec=10001:10001 "$IMAGE" /bin/sh -c 'cd /opt/redress && exec /usr/local/bin/node apps/server/src/main.ts'`,
    ];
    const server = spawn('unshare', ['--mount', 'sh', '-c', steps.join(' && ')], {
      env: {
        PATH: process.env['PATH'],
        IMAGE: image,
        NODE_ENV: 'production',
        DATA_DIR: '/data',
        NODE_COMPILE_CACHE: '/tmp/compiled',
        PORT: String(port),
        DATABASE_URL: database.url,
        SECRET_KEY: 'only for tests, 32 characters long',
      },
      stdio: 'ignore',
    });
    const ended = once(server, 'exit');
    const readiness = () =>
      fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(readiness).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await database.drop();
  });
});
