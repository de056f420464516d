import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { killDaemon, runCeph, startDaemon } from './ceph-cluster.ts';
import { releasePort, reservePort } from './free-port.ts';

const startMilliseconds = 120_000;
/** The gateway accepts any region, but the SDK needs one. */
const region = 'us-east-1';

/** A real S3 gateway (Ceph radosgw) with its own user, which a test can break. */
export interface ObjectStore {
  /** `http://127.0.0.1:port` stays the same after a restart. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The AWS SDK reads endpoint, region and keys from these variables. */
  readonly environment: Readonly<Record<string, string>>;
  /** Tests use this client to work on the store itself. */
  readonly client: S3Client;
  /** Makes an empty bucket and returns its name. */
  bucket(): Promise<string>;
  /** After `kill -9`, connections are refused. Stored data stays. */
  kill(): Promise<void>;
  /** Resolves when the gateway answers again. */
  start(): Promise<void>;
  /** A frozen gateway accepts connections, and never answers. */
  freeze(): void;
  resume(): void;
  /** All buckets together hold at most this many bytes. Undefined removes the limit. */
  limit(bytes: number | undefined): Promise<void>;
  /** Gives the access key another secret. */
  changeSecret(secretAccessKey: string): Promise<void>;
  /** Ends the gateway. The cluster keeps the data until it is stopped. */
  remove(): Promise<void>;
}

/** Starts a gateway to the cluster in this folder (`startCephCluster`), in about a second. */
export async function startObjectStore(clusterFolder: string): Promise<ObjectStore> {
  const user = `user-${randomBytes(6).toString('hex')}`;
  const accessKeyId = randomBytes(10).toString('hex');
  const secretAccessKey = randomBytes(20).toString('hex');
  const admin = (...args: string[]) => runCeph(clusterFolder, 'radosgw-admin', [...args, `--uid=${user}`]);
  await admin('user', 'create', '--display-name=Tests', ...keyArguments(accessKeyId, secretAccessKey));
  const port = await reservePort();
  const endpoint = `http://127.0.0.1:${port}`;
  let gateway: ChildProcess | undefined;
  const kill = async () => {
    if (gateway) await killDaemon(gateway);
  };
  const start = async () => {
    gateway = startDaemon(clusterFolder, 'radosgw', [
      '-n',
      'client.admin',
      `--log-file=${clusterFolder}/radosgw-${port}.log`,
      `--rgw-frontends=beast endpoint=127.0.0.1:${port}`,
    ]);
    await untilAnswering(endpoint, gateway);
  };
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const remove = async () => {
    client.destroy();
    await kill();
    await releasePort(port);
  };
  try {
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    endpoint,
    region,
    accessKeyId,
    secretAccessKey,
    environment: {
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
    client,
    async bucket() {
      const Bucket = `redress-${randomBytes(6).toString('hex')}`;
      await client.send(new CreateBucketCommand({ Bucket }));
      return Bucket;
    },
    kill,
    start,
    freeze: () => void gateway?.kill('SIGSTOP'),
    resume: () => void gateway?.kill('SIGCONT'),
    async limit(bytes) {
      const scope = '--quota-scope=user';
      if (bytes === undefined) return void (await admin('quota', 'disable', scope));
      await admin('quota', 'set', scope, `--max-size=${bytes}`);
      await admin('quota', 'enable', scope);
    },
    async changeSecret(secret) {
      await admin('key', 'create', '--key-type=s3', ...keyArguments(accessKeyId, secret));
    },
    remove,
  };
}

function keyArguments(id: string, secret: string): string[] {
  return [`--access-key=${id}`, `--secret-key=${secret}`];
}

async function untilAnswering(endpoint: string, gateway: ChildProcess): Promise<void> {
  const giveUpAt = performance.now() + startMilliseconds;
  for (;;) {
    try {
      const answer = await fetch(endpoint, { signal: AbortSignal.timeout(10_000) });
      await answer.body?.cancel();
      return;
    } catch (error) {
      if (gateway.exitCode !== null || performance.now() > giveUpAt) throw error;
      await pause(50);
    }
  }
}
