import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { type HttpAnswer, readAnswer } from './read-answer.ts';

const root = join(import.meta.dirname, '../..');
/** `deploy/nginx/redress.conf` has this name. */
const host = 'claims.example.com';
const startMilliseconds = 120_000;

export interface NginxOptions {
  /** The server behind nginx listens on this port of this machine. */
  readonly upstreamPort: number;
  /** More servers listen on these ports. */
  readonly otherUpstreamPorts?: readonly number[];
  /** The keys are passages of `deploy/nginx/redress.conf`, the values replace them. */
  readonly changes?: Readonly<Record<string, string>>;
}

export interface RunningNginx {
  /** nginx redirects HTTP to HTTPS on this port. */
  readonly httpPort: number;
  /**
   * `https://claims.example.com` and the port of TLS. Only nginx uses this name for this machine.
   */
  readonly address: string;
  /** The certificate of the authority that signed nginx's. */
  readonly certificate: string;
  /** Sends a request over TLS, on its own connection. */
  send(
    method: string,
    path: string,
    options?: {
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Buffer;
      /** The address of the connection, in 127.0.0.0/8. */
      readonly from?: string;
    },
  ): Promise<HttpAnswer>;
  /** Returns the output of `nginx -t` for the configuration. */
  check(): string;
  /** Reads the access log. */
  readLog(): Promise<string>;
  stop(): Promise<void>;
}

/** Runs `deploy/nginx/redress.conf` in a real nginx, with other ports, folders and certificate. */
export async function startNginx({
  upstreamPort,
  otherUpstreamPorts = [],
  changes = {},
}: NginxOptions): Promise<RunningNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'redress-nginx-'));
  const [httpPort, port] = [await freePort(), await freePort()];
  const certificate = makeCertificate(folder);
  const maintenance = join(root, 'apps/site/dist/maintenance');
  const configuration = change(await readFile(join(root, 'deploy/nginx/redress.conf'), 'utf8'), {
    'server 127.0.0.1:3000;': [upstreamPort, ...otherUpstreamPorts]
      .map((each) => `server 127.0.0.1:${each};`)
      .join(' '),
    'listen 80;': `listen 127.0.0.1:${httpPort};`,
    'listen 443 ': `listen 127.0.0.1:${port} `,
    '/etc/redress/tls': folder,
    '/var/log/nginx': folder,
    '/var/www/letsencrypt': folder,
    '/var/lib/nginx/pages': join(folder, 'pages'),
    '/opt/redress/current/apps/site/dist/maintenance': maintenance,
    ...changes,
  });
  await writeFile(join(folder, 'redress.conf'), configuration);
  for (const name of ['client', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) await mkdir(join(folder, name));
  const paths = [
    `client_body_temp_path ${folder}/client;`,
    ...['proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`),
  ];
  const main = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `pid ${folder}/nginx.pid;`,
    'daemon off;',
    'error_log stderr warn;',
    // docs/deployment.md sets these two.
    'worker_rlimit_nofile 16384;',
    'events { worker_connections 8192; }',
    `http { types { text/html html; } ${paths.join(' ')} include ${folder}/redress.conf; }`,
  ];
  const file = join(folder, 'nginx.conf');
  await writeFile(file, `${main.join('\n')}\n`);
  // The kernel ends nginx with this process, and nginx ends its workers.
  const command = ['--pdeathsig', 'TERM', 'nginx', '-e', 'stderr', '-c', file];
  const nginx = spawn('setpriv', command, { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  nginx.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const ended = once(nginx, 'exit');
  const running: RunningNginx = {
    httpPort,
    address: `https://${host}:${port}`,
    certificate,
    check: () => spawnSync('nginx', ['-t', '-e', 'stderr', '-c', file], { encoding: 'utf8' }).stderr,
    readLog: () => readFile(join(folder, 'redress.log'), 'utf8'),
    async send(method, path, { headers = {}, body, from } = {}) {
      const sent = request({
        agent: new Agent({ ca: certificate, servername: host }),
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { host, ...headers },
        localAddress: from,
      });
      const answered = readAnswer(sent);
      sent.end(body);
      return answered;
    },
    async stop() {
      nginx.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
  const until = performance.now() + startMilliseconds;
  for (;;) {
    try {
      // nginx itself answers.
      await fetch(`http://127.0.0.1:${httpPort}/`, { redirect: 'manual' });
      return running;
    } catch (error) {
      if (nginx.exitCode !== null || performance.now() > until) {
        await running.stop();
        throw new Error(`nginx did not start: ${errors}`, { cause: error });
      }
      await pause(20);
    }
  }
}

/** Writes certificate and key under the names of the configuration. */
function makeCertificate(folder: string): string {
  const file = join(folder, 'fullchain.pem');
  const args = [
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`],
    ['-keyout', join(folder, 'privkey.pem'), '-out', file],
  ];
  execFileSync('openssl', args.flat(), { stdio: 'ignore' });
  return readFileSync(file, 'utf8');
}

function change(text: string, changes: Readonly<Record<string, string>>): string {
  let changed = text;
  for (const [from, to] of Object.entries(changes)) {
    if (!changed.includes(from)) throw new Error(`deploy/nginx/redress.conf has no "${from}"`);
    changed = changed.replaceAll(from, to);
  }
  return changed;
}
