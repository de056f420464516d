import { setTimeout as pause } from 'node:timers/promises';
import { startSlowClients } from './load/slow-clients.ts';
import type { Load } from './load/load.ts';
import { childrenOf, signalAll } from './environment/postgres-signals.ts';
import type { FaultEnvironment, EnvironmentOptions } from './environment/environment.ts';
import { whyNoSmallDisk } from './environment/small-disk.ts';

/** Something that breaks while claimants file. */
export interface Fault {
  /** The name in `--fault=`. */
  readonly name: string;
  /** The description in the table. */
  readonly title: string;
  readonly environment?: Pick<EnvironmentOptions, 'servers' | 'smallDisk' | 'hasScanner' | 'environment'>;
  /** Why this machine cannot run it. */
  readonly whyNot?: () => string | undefined;
  /**
   * Resolves when the fault is fixed as far as an operator would fix it: from then on the service
   * must recover by itself.
   */
  strike(environment: FaultEnvironment, load: Load, run: number): Promise<void>;
}

/** How soon an init system restarts a program, in milliseconds. */
const restartMilliseconds = 200;
const frozenMilliseconds = 30_000;
const fullMilliseconds = 4_000;
/** Allows for a busy machine. */
const servedWithinMilliseconds = 60_000;
const slowClients = 60;
const hour = 60 * 60 * 1_000;

export const faults: readonly Fault[] = [
  {
    name: 'none',
    title: 'nothing breaks',
    strike: (_scene, load) => seeServed(load, 1_000),
  },
  {
    name: 'kill-server',
    title: '`kill -9` of the server',
    async strike({ servers: [server] }) {
      await server.kill();
      await pause(restartMilliseconds);
      await server.start();
    },
  },
  {
    name: 'kill-postgres',
    title: '`kill -9` of PostgreSQL',
    strike(environment, _load, run) {
      const [postmaster = 0, ...others] = environment.postgres();
      // In turns: its main process alone, all at once, and one that works for the server, after
      // which the others end too.
      const killed = [[postmaster], [postmaster, ...others], others.slice(-1)][run % 3] ?? [];
      signalAll(killed, 'SIGKILL');
      return Promise.resolve();
    },
  },
  {
    name: 'kill-both',
    title: '`kill -9` of the server and PostgreSQL',
    async strike(environment) {
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
    async strike(environment) {
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
    whyNot: whyNoSmallDisk,
    strike: fillDisk,
  },
  {
    name: 'disk-full-documents',
    title: 'disk full while documents are written',
    environment: { smallDisk: 'documents' },
    whyNot: whyNoSmallDisk,
    strike: fillDisk,
  },
  {
    name: 'two-servers',
    title: 'two servers on one database, one killed',
    environment: { servers: 'two-on-one-database' },
    async strike({ servers: [, second] }, load) {
      await second?.kill();
      await seeServed(load, 2_000);
      await second?.start();
    },
  },
  {
    name: 'one-of-two-processes',
    title: 'one of two processes of a server killed',
    environment: { environment: { PROCESSES: '2' } },
    async strike({ servers: [server], postgres }, load) {
      const [postmaster] = postgres();
      const processes = childrenOf(server.pid() ?? 0).filter((pid) => pid !== postmaster);
      signalAll(processes.slice(0, 1), 'SIGKILL');
      // The server replaces it by itself.
      await seeServed(load, 2_000);
    },
  },
  {
    name: 'cut-bodies',
    title: 'connections cut in the middle of a request body',
    async strike(_scene, load) {
      const { network } = load.context;
      network.cutShare = 0.4;
      try {
        await seeServed(load, 5_000);
      } finally {
        network.cutShare = 0;
      }
    },
  },
  {
    name: 'slow-clients',
    title: `${slowClients} clients that send a byte a second`,
    async strike(_scene, load) {
      const slow = await startSlowClients(load.context, slowClients);
      try {
        await seeServed(load, 5_000);
      } finally {
        await slow.stop();
      }
    },
  },
  {
    name: 'mail-down',
    title: 'mail server down',
    async strike({ mail }, load, run) {
      await mail.goAway();
      // Every other time it comes back, but too busy to accept anything.
      if (run % 2 === 1) await mail.comeBack('busy');
      try {
        await seeServed(load, 4_000);
      } finally {
        await mail.comeBack();
      }
    },
  },
  {
    name: 'scanner-down',
    title: 'virus scanner down',
    environment: { hasScanner: true },
    async strike({ scanner }, load) {
      await scanner?.goAway();
      try {
        await seeServed(load, 4_000);
      } finally {
        await scanner?.comeBack();
      }
    },
  },
  {
    name: 'clock-back',
    title: 'clock set back by an hour or a day',
    async strike({ setClock }, load, run) {
      await setClock(run % 2 === 0 ? -hour : -24 * hour);
      // It stays wrong: later claims get earlier dates.
      await seeServed(load, 3_000);
    },
  },
];

/** Waits during the fault, and checks that claims are answered meanwhile. */
async function seeServed({ context: { sent } }: Load, milliseconds: number): Promise<void> {
  const since = performance.now();
  await pause(milliseconds);
  const isServed = () => sent.claims.some(({ answered }) => answered && answered.at > since);
  while (!isServed()) {
    if (performance.now() - since > servedWithinMilliseconds)
      throw new Error('No claim was answered while it was broken');
    await pause(100);
  }
}

async function fillDisk({ disk }: FaultEnvironment): Promise<void> {
  await disk?.fill();
  try {
    await pause(fullMilliseconds);
  } finally {
    await disk?.freeSpace();
  }
}
