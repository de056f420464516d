import { setTimeout as pause } from 'node:timers/promises';
import type { ReplicatedPostgres } from '../setup/replicated-postgres.ts';
import type { FaultEnvironment } from './environment/environment.ts';
import type { Fault } from './fault.ts';

/** The standby gets nothing for this long before the primary is killed. */
const laggingMilliseconds = 2_000;
/** An operator notices after this long that the primary is dead. */
const promotionMilliseconds = 500;
const cancelMilliseconds = 100;

/** The primary of a replicated database dies while claimants file, and its standby takes over. */
export const failoverFaults: readonly Fault[] = [
  {
    name: 'failover',
    title: '`kill -9` of the primary, its synchronous standby promoted',
    environment: { database: 'replicated-synchronously' },
    async inject(environment, _load, run) {
      const replicated = requireReplicated(environment);
      // Every other time, many commits wait for the standby when the primary dies.
      if (run % 2 === 1) await lag(replicated);
      await failOver(replicated);
    },
  },
  {
    name: 'failover-canceled-waits',
    title: 'waits for the synchronous standby canceled, then `kill -9` of the primary and failover',
    environment: { database: 'replicated-synchronously' },
    async inject(environment, _load, run) {
      const replicated = requireReplicated(environment);
      const end = run % 2 === 0 ? 'pg_cancel_backend' : 'pg_terminate_backend';
      const canceling = new AbortController();
      const cancel = async () => {
        while (!canceling.signal.aborted) {
          await replicated.primary.query(`select ${end}(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
          await pause(cancelMilliseconds);
        }
      };
      await replicated.disconnectStandby();
      const canceled = cancel();
      await pause(laggingMilliseconds);
      canceling.abort();
      await canceled;
      await failOver(replicated);
    },
  },
  {
    name: 'failover-asynchronous',
    title: 'control: the same with an asynchronous standby, which must lose claims',
    isControl: true,
    environment: { database: 'replicated-asynchronously' },
    async inject(environment) {
      const replicated = requireReplicated(environment);
      await lag(replicated);
      await failOver(replicated);
    },
  },
];

function requireReplicated({ replicated }: FaultEnvironment): ReplicatedPostgres {
  if (!replicated) throw new Error('The fault needs a replicated database');
  return replicated;
}

async function lag(replicated: ReplicatedPostgres): Promise<void> {
  await replicated.disconnectStandby();
  await pause(laggingMilliseconds);
}

async function failOver({ primary, promote }: ReplicatedPostgres): Promise<void> {
  await primary.kill();
  await pause(promotionMilliseconds);
  await promote();
}
