import { contentName, dataFolderName } from '@redress/content/folders';
import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasReadableLogin, parseDatabaseUrl } from './platform/database/database-url.ts';
import { parseSender } from './platform/mail/mail.ts';
import type { ClamdAddress } from './claims/documents/clamd.ts';
import { ConfigurationError } from './platform/errors/start-error.ts';
import type { DocumentsLocation } from './platform/storage/bucket-location.ts';

/** The settings of the environment. Folders are absolute. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

const minSecretLength = 32;
/**
 * A claim takes PostgreSQL and the proxy about as long as the server, so half of the processors
 * serve: with two, a second process files fewer claims than one. All share 80 connections.
 */
export const defaultProcesses = (processors: number): number => Math.min(8, Math.max(1, Math.floor(processors / 2)));

/** More processes would only wait for the database. */
const maxProcesses = 64;
const maxDrainSeconds = 600;
const clamdPort = 3310;
/** The default and maximum size of a file that ClamAV scans. */
const clamdMegabytes = 100;
const maxClamdMegabytes = 2_000;

/**
 * Reads the whole environment. An empty value counts as absent.
 * @throws ConfigurationError with a line for every invalid value
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>, currentFolder: string) {
  const problems: string[] = [];
  const read = (name: string) => environment[name]?.trim() || undefined;
  const check = <T>(name: string, parse: (value: string) => T | undefined, wanted: string): T | undefined => {
    const value = read(name);
    if (value === undefined) return undefined;
    const parsed = parse(value);
    if (parsed === undefined) problems.push(`${name} must be ${wanted}.`);
    return parsed;
  };

  // Only npm's scripts can run a settlement other than the default one (tools/content.mjs).
  const isRunning = (value: string) => (value === contentName ? value : undefined);
  check('CONTENT', isRunning, `"${contentName}", the settlement of this process. An npm script starts another one`);
  const parseEndpoint = (value: string) => parseWebAddress(value)?.origin;
  const storageAddress = 'the address of an object storage, such as https://storage.example.com';
  /** The AWS SDK's own variables. */
  const objectStorage = {
    endpoint:
      check('AWS_ENDPOINT_URL_S3', parseEndpoint, storageAddress) ??
      check('AWS_ENDPOINT_URL', parseEndpoint, storageAddress),
    region: read('AWS_REGION') ?? read('AWS_DEFAULT_REGION'),
  };
  const port = check('PORT', (value) => parseWithin(value, 1, 65_535), 'a number from 1 to 65535') ?? 3000;
  const config = {
    port,
    host: read('HOST') ?? '127.0.0.1',
    publicUrl:
      check(
        'PUBLIC_URL',
        parseWebAddress,
        'an address such as https://claims.example.com, with nothing after the host and its port',
      ) ?? new URL(`http://localhost:${port}`),
    trustProxy: check('TRUST_PROXY', parseAddresses, 'addresses or networks (10.0.0.0/8), separated by commas') ?? [],
    dataDir:
      check('DATA_DIR', (value) => parseFolder(value, currentFolder), 'a folder') ??
      resolve(currentFolder, dataFolderName),
    rateLimits:
      check('RATE_LIMITS', (value) => (value === 'on' || value === 'off' ? value : undefined), '"on" or "off"') ?? 'on',
    /** Without a port, no metrics are served. */
    metricsPort: check('METRICS_PORT', (value) => parseWithin(value, 1, 65_535), 'a number from 1 to 65535'),
    metricsHost: read('METRICS_HOST') ?? '127.0.0.1',
    /** A collector of traces, by OTLP over HTTP. Without one, nothing is traced. */
    tracesEndpoint: check(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      (value) => (/^https?:$/.test(URL.parse(value)?.protocol ?? '') ? new URL(value) : undefined),
      'an address such as http://127.0.0.1:4318',
    ),
    /** The share of requests that are traced. */
    tracesRatio:
      check(
        'OTEL_TRACES_SAMPLER_ARG',
        (value) => (/^(?:0|1|0?\.\d+)$/.test(value) ? Number(value) : undefined),
        'a number from 0 to 1',
      ) ?? 1,
    tracesServiceName: read('OTEL_SERVICE_NAME') ?? 'redress',
    /** The number of serving processes on the same port. */
    processes:
      check('PROCESSES', (value) => parseWithin(value, 1, maxProcesses), `a number from 1 to ${maxProcesses}`) ??
      defaultProcesses(availableParallelism()),
    /** Seconds in which the server still takes requests after a signal to stop. */
    drainSeconds:
      check(
        'DRAIN_SECONDS',
        (value) => parseWithin(value, 0, maxDrainSeconds),
        `a number from 0 to ${maxDrainSeconds}`,
      ) ?? 0,
    /** Previous secrets, newest first. Data written with them stays readable. */
    previousSecretKeys:
      check(
        'SECRET_KEY_PREVIOUS',
        parseSecrets,
        'one or more former values of SECRET_KEY, separated by spaces, each at least 32 characters long',
      ) ?? [],
    /** Without it, the server starts the embedded PostgreSQL. */
    databaseUrl: check(
      'DATABASE_URL',
      (value) => parseDatabaseUrl(value) && value,
      'an address such as postgresql://user:password@host:5432/database, or with several hosts: user:password@host1:5432,host2:5432/database',
    ),
    /** Without it, documents are in the data folder. */
    documents: check(
      'DOCUMENTS_URL',
      (value) => parseDocuments(value, currentFolder, objectStorage),
      'a folder, or a bucket such as s3://bucket or s3://bucket/prefix, without credentials',
    ),
    objectStorage,
    /** It is required with `databaseUrl`. Otherwise a generated key is in the data folder. */
    secretKey: check(
      'SECRET_KEY',
      (value) => (value.length >= minSecretLength ? value : undefined),
      `at least ${minSecretLength} characters long (openssl rand -base64 32)`,
    ),
    /** Without it, messages become files in the data folder. */
    smtpUrl: check(
      'SMTP_URL',
      (value) => {
        const url = URL.parse(value);
        return url && /^smtps?:$/.test(url.protocol) && url.hostname && hasReadableLogin(url) ? value : undefined;
      },
      'an address such as smtp://user:password@mail.example.com:587',
    ),
    mailFrom: check('MAIL_FROM', parseSender, 'one email address, such as Settlement <no-reply@example.com>'),
    /** Its host takes mail for `user+tag@host`, too. Without it, mail servers report failures to `mailFrom`. */
    bounceAddress: check(
      'BOUNCE_ADDRESS',
      (value) => (/^[^\s@<>+]+@[^\s@<>]+$/.test(value) ? value : undefined),
      'an email address without a +, such as bounce@claims.example.com',
    ),
    /** The mail server puts messages to the bounce address here. */
    bounceFolder: check('BOUNCE_FOLDER', (value) => parseFolder(value, currentFolder), 'a folder'),
    /** Sign the reports that a mail provider sends to `/api/mail/bounces`. Without one, none are taken. */
    bounceSecrets: check(
      'BOUNCE_SECRET',
      parseSecrets,
      'one or more secrets, separated by spaces, each at least 32 characters long (openssl rand -base64 32)',
    ),
    /** Lists of the networks of claimants. Without them, nothing is looked up. */
    networkLists: check('NETWORK_LISTS', (value) => parseFolder(value, currentFolder), 'a folder'),
    /** A ClamAV daemon. Without one, uploads are not scanned. */
    clamd: check(
      'CLAMD_URL',
      parseTcpAddress,
      'an address such as tcp://127.0.0.1:3310 or tcp://127.0.0.1:3310?largest=400 (megabytes)',
    ),
    /** The identity provider of the staff, who otherwise sign in with passkeys or passwords. */
    oidcIssuer: check(
      'OIDC_ISSUER',
      parseIssuer,
      'the address of an OpenID Connect provider, such as https://login.example.com (http only on this machine)',
    ),
    oidcClientId: read('OIDC_CLIENT_ID'),
    oidcClientSecret: read('OIDC_CLIENT_SECRET'),
    oidcName: read('OIDC_NAME') ?? 'your organization’s account',
  };
  check('CAPTCHA', (value) => (value === 'altcha' ? value : undefined), '"altcha"');
  if (config.metricsPort === config.port)
    problems.push('METRICS_PORT must differ from PORT, because metrics are not public.');
  const tooWide = config.trustProxy.filter(isTooWide);
  if (tooWide.length > 0) {
    problems.push(
      `TRUST_PROXY must not contain ${tooWide.join(', ')}. A trusted proxy can claim any address, and limits count by address. ` +
        `Give only the addresses of your proxies, such as 127.0.0.1 or 10.0.0.0/8.`,
    );
  }
  if (config.rateLimits === 'off' && read('NODE_ENV') === 'production')
    problems.push('RATE_LIMITS=off is not allowed when NODE_ENV is production. Remove it.');
  if (config.databaseUrl !== undefined && read('SECRET_KEY') === undefined) {
    problems.push(
      'SECRET_KEY is required when DATABASE_URL is set (openssl rand -base64 32 makes one). Keep it: data cannot be read without it.',
    );
  }
  if (config.smtpUrl !== undefined && read('MAIL_FROM') === undefined)
    problems.push('MAIL_FROM is required when SMTP_URL is set: the address that messages come from.');
  if (config.oidcIssuer !== undefined && (config.oidcClientId === undefined || config.oidcClientSecret === undefined))
    problems.push('OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are required when OIDC_ISSUER is set.');
  if (problems.length > 0) throw new ConfigurationError(problems.join('\n'));
  return config;
}

function parseWithin(value: string, min: number, max: number): number | undefined {
  const number = Number(value);
  return /^\d+$/.test(value) && number >= min && number <= max ? number : undefined;
}

function parseWebAddress(value: string): URL | undefined {
  const url = URL.parse(value);
  // A path or query would be ignored silently.
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` && !/[?#]$/.test(value)
    ? url
    : undefined;
}

function parseIssuer(value: string): URL | undefined {
  const url = URL.parse(value);
  if (url === null || url.search !== '' || url.hash !== '') return undefined;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere) ? url : undefined;
}

/** Reads secrets separated by spaces, which base64 does not contain. */
function parseSecrets(value: string): string[] | undefined {
  const secrets = value.split(/\s+/);
  return secrets.every((secret) => secret.length >= minSecretLength) ? secrets : undefined;
}

function parseTcpAddress(value: string): ClamdAddress | undefined {
  const url = URL.parse(value);
  if (url?.protocol !== 'tcp:' || url.hostname === '' || !/^\/?$/.test(url.pathname)) return undefined;
  const megabytes = parseWithin(url.searchParams.get('largest') ?? String(clamdMegabytes), 1, maxClamdMegabytes);
  if (megabytes === undefined) return undefined;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? clamdPort : Number(url.port),
    maxBytes: megabytes * 1024 ** 2,
  };
}

function parseAddresses(value: string): string[] | undefined {
  const addresses = value.split(',').map((address) => address.trim());
  const isNetwork = (text: string) => ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text);
  const areValid = addresses.every((address) => isIP(address) !== 0 || isNetwork(address));
  // `%` names an interface of this machine.
  return areValid && !value.includes('%') ? addresses : undefined;
}

/** The widest private networks are 10.0.0.0/8 and fc00::/7; large proxies' ranges are narrower. */
const minBits = { ipv4: 8, ipv6: 7, mapped: 96 + 8 } as const;

function isTooWide(network: string): boolean {
  if (!network.includes('/')) return false;
  const [ip, bits] = ipaddr.parseCIDR(network);
  if (ip instanceof ipaddr.IPv4) return bits < minBits.ipv4;
  if (ip.isIPv4MappedAddress()) return bits < minBits.mapped;
  return bits < minBits.ipv6 || ipaddr.IPv6.parse('::ffff:0:0').match(ip, bits);
}

/** Returns undefined unless it is a folder or `s3://bucket/prefix`. */
export function parseDocuments(
  value: string,
  currentFolder: string,
  { endpoint, region }: Readonly<Record<'endpoint' | 'region', string | undefined>>,
): DocumentsLocation | undefined {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/.exec(value) ?? [];
  if (bucket === undefined) {
    const folder = parseFolder(value, currentFolder);
    return folder === undefined ? undefined : { kind: 'folder', folder };
  }
  const folders = prefix.split('/').filter((name) => name !== '');
  if (folders.some((name) => /^\.+$/.test(name))) return undefined;
  // The name of the region matters only to AWS.
  const ownRegion = region ?? (endpoint === undefined ? undefined : 'us-east-1');
  return {
    kind: 's3',
    bucket,
    prefix: folders.map((name) => `${name}/`).join(''),
    ...(endpoint !== undefined && { endpoint }),
    ...(ownRegion !== undefined && { region: ownRegion }),
  };
}

function parseFolder(value: string, currentFolder: string): string | undefined {
  try {
    if (value.startsWith('file://')) return fileURLToPath(value);
  } catch {
    // A file URL with a host or an encoded slash.
    return undefined;
  }
  return /^[a-z][a-z0-9+.-]+:/i.test(value) ? undefined : resolve(currentFolder, value);
}
