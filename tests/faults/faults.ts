import { setTimeout as pause } from 'node:timers/promises';
import type { FaultEnvironment } from './environment/environment.ts';
import { childrenOf, signalAll } from './environment/postgres-signals.ts';
import { findPreviousReleaseSkipReason } from './environment/shared-parts.ts';
import { findSmallDiskSkipReason } from './environment/small-disk.ts';
import { failoverFaults } from './failover-faults.ts';
import { type Fault, serveUntilRepaired, waitWhileServing } from './fault.ts';
import { startSlowClients } from './load/slow-clients.ts';
import { hasCeph } from '../setup/ceph-cluster.ts';
import { hasProgram } from '../setup/programs.ts';

/** Milliseconds after which an init system restarts a program. */
const restartMilliseconds = 200;
const frozenMilliseconds = 30_000;
const fullMilliseconds = 4_000;
const slowClients = 60;
/** After a failure, nginx sends nothing to a server for ten seconds. */
const proxyRetryMilliseconds = 11_000;
const twoMachines = { servers: 'two-on-one-database', proxy: 'nginx', documents: 'bucket' } as const;
const withObjectStore = { environment: { documents: 'bucket' }, skipReason: findCephSkipReason } as const;
const hour = 60 * 60 * 1_000;

export const faults: readonly Fault[] = [
  {
    name: 'none',
    title: 'nothing breaks',
    inject: (_environment, load) => waitWhileServing(load, 1_000),
  },
  {
    name: 'kill-server',
    title: '`kill -9` of the server',
    async inject({ servers: [server] }) {
      await server.kill();
      await pause(restartMilliseconds);
      await server.start();
    },
  },
  {
    name: 'kill-postgres',
    title: '`kill -9` of PostgreSQL',
    inject(environment, _load, run) {
      const [postmaster = 0, ...others] = environment.postgres();
      // Runs take turns between its main process alone, all at once, and one that works for the
      // server, after which the others end, too.
      const killed = [[postmaster], [postmaster, ...others], others.slice(-1)][run % 3] ?? [];
      signalAll(killed, 'SIGKILL');
      return Promise.resolve();
    },
  },
  {
    name: 'kill-both',
    title: '`kill -9` of the server and PostgreSQL',
    async inject(environment) {
      const [server] = environment.servers;
      const killed = environment.postgres();
      const pid = server.pid();
      signalAll(pid === undefined ? killed : [pid, ...killed], 'SIGKILL');
      await server.kill();
      await pause(restartMilliseconds);
      await server.start();
    },
  },
  {
    name: 'freeze-postgres',
    title: 'PostgreSQL frozen for 30 s',
    async inject(environment) {
      const frozen = environment.postgres();
      signalAll(frozen, 'SIGSTOP');
      try {
        await pause(frozenMilliseconds);
      } finally {
        signalAll(frozen, 'SIGCONT');
      }
    },
  },
  {
    name: 'disk-full-claims',
    title: 'disk full while claims are written',
    environment: { smallDisk: 'database' },
    skipReason: findSmallDiskSkipReason,
    inject: fillDisk,
  },
  {
    name: 'disk-full-documents',
    title: 'disk full while documents are written',
    environment: { smallDisk: 'documents' },
    skipReason: findSmallDiskSkipReason,
    inject: fillDisk,
  },
  {
    name: 'two-servers',
    title: 'two servers on one database, one killed',
    environment: { servers: 'two-on-one-database' },
    async inject({ servers: [, second] }, load) {
      await second?.kill();
      await waitWhileServing(load, 2_000);
      await second?.start();
    },
  },
  {
    name: 'one-of-two-processes',
    title: 'one of two processes of a server killed',
    environment: { environment: { PROCESSES: '2' } },
    async inject({ servers: [server], postgres }, load) {
      const [postmaster] = postgres();
      const processes = childrenOf(server.pid() ?? 0).filter((pid) => pid !== postmaster);
      signalAll(processes.slice(0, 1), 'SIGKILL');
      // The server itself replaces the killed process.
      await waitWhileServing(load, 2_000);
    },
  },
  {
    name: 'cut-bodies',
    title: 'connections cut in the middle of a request body',
    async inject(_environment, load) {
      const { network } = load.context;
      network.cutShare = 0.4;
      await serveUntilRepaired(load, 5_000, async () => {
        network.cutShare = 0;
      });
    },
  },
  {
    name: 'slow-clients',
    title: `${slowClients} clients that send a byte a second`,
    async inject(_environment, load) {
      const slow = await startSlowClients(load.context, slowClients);
      await serveUntilRepaired(load, 5_000, async () => slow.stop());
    },
  },
  {
    name: 'mail-down',
    title: 'mail server down',
    async inject({ mail }, load, run) {
      await mail.goAway();
      // Every other time it comes back, but too busy to accept anything.
      if (run % 2 === 1) await mail.comeBack('busy');
      await serveUntilRepaired(load, 4_000, async () => mail.comeBack());
    },
  },
  {
    name: 'store-away',
    title: 'object storage killed and started again',
    ...withObjectStore,
    async inject({ objectStore }, load) {
      await objectStore?.kill();
      await serveUntilRepaired(load, 5_000, async () => objectStore?.start());
    },
  },
  {
    name: 'store-slow',
    title: 'object storage frozen for 30 s, or half a second away',
    ...withObjectStore,
    async inject({ objectStore }, load, run) {
      if (!objectStore) return;
      // Runs take turns.
      if (run % 2 === 0) objectStore.freeze();
      else objectStore.line.delayMilliseconds = 500;
      try {
        await waitWhileServing(load, run % 2 === 0 ? frozenMilliseconds : 8_000);
      } finally {
        objectStore.resume();
        objectStore.line.delayMilliseconds = 0;
      }
    },
  },
  {
    name: 'store-full',
    title: 'object storage full',
    ...withObjectStore,
    async inject({ objectStore }, load) {
      await objectStore?.limit(1);
      await serveUntilRepaired(load, 5_000, async () => objectStore?.limit(undefined));
    },
  },
  {
    name: 'store-secret',
    title: 'object storage refuses the secret',
    ...withObjectStore,
    async inject({ objectStore }, load) {
      await objectStore?.changeSecret('not the secret that the server has');
      await serveUntilRepaired(load, 5_000, async () => objectStore?.changeSecret(objectStore.secretAccessKey));
    },
  },
  {
    name: 'machine-killed',
    title: 'two machines behind nginx, one killed',
    environment: twoMachines,
    skipReason: () => findNginxSkipReason() ?? findCephSkipReason(),
    async inject({ servers: [, second] }, load) {
      await second?.kill();
      await waitWhileServing(load, 3_000);
      await second?.start();
      await waitWhileServing(load, proxyRetryMilliseconds);
    },
  },
  {
    name: 'machine-drained',
    title: 'two machines behind nginx, one drained',
    environment: { ...twoMachines, environment: { DRAIN_SECONDS: '2' } },
    skipReason: () => findNginxSkipReason() ?? findCephSkipReason(),
    async inject({ servers: [, second] }, load) {
      const { sent } = load.context;
      const before = sent.repeated.length;
      const how = await second?.stop();
      if (how !== 0) throw new Error(`The server did not stop cleanly: ${how}`);
      await waitWhileServing(load, 3_000);
      await second?.start();
      await waitWhileServing(load, proxyRetryMilliseconds);
      const failed = sent.repeated.slice(before);
      if (failed.length > 0) throw new Error(`Requests failed and were sent again: ${failed.join(', ')}`);
    },
  },
  {
    name: 'rolling-upgrade',
    // The previous release is 1.0.0. The fault is skipped as long as no commit follows it.
    title: 'rolling upgrade of two machines behind nginx, from the previous release',
    environment: { servers: 'two-on-one-database', proxy: 'nginx', release: 'previous' },
    skipReason: () => findNginxSkipReason() ?? findPreviousReleaseSkipReason(),
    async inject({ servers }, load) {
      for (const server of servers) {
        const how = await server.stop();
        if (how !== 0) throw new Error(`A server of the previous release did not stop cleanly: ${how}`);
        server.upgrade();
        await server.start();
        await waitWhileServing(load, proxyRetryMilliseconds);
      }
    },
  },
  {
    name: 'clock-back',
    title: 'clock set back by an hour or a day',
    async inject({ setClock }, load, run) {
      await setClock(run % 2 === 0 ? -hour : -24 * hour);
      // The clock stays wrong: later claims get earlier dates.
      await waitWhileServing(load, 3_000);
    },
  },
  ...failoverFaults,
];

function findNginxSkipReason(): string | undefined {
  return hasProgram('nginx', ['-v']) && hasProgram('openssl', ['version'])
    ? undefined
    : 'nginx and openssl are not installed';
}

function findCephSkipReason(): string | undefined {
  return hasCeph() ? undefined : 'radosgw, ceph-mon and ceph-osd are not installed';
}

async function fillDisk({ disk }: FaultEnvironment): Promise<void> {
  await disk?.fill();
  try {
    await pause(fullMilliseconds);
  } finally {
    await disk?.freeSpace();
  }
}
