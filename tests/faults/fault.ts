import { setTimeout as pause } from 'node:timers/promises';
import type { EnvironmentOptions, FaultEnvironment } from './environment/environment.ts';
import type { Load } from './load/load.ts';

/** A fault breaks a part while claimants file. */
export interface Fault {
  /** The name in `--fault=`. */
  readonly name: string;
  /** The description in the table. */
  readonly title: string;
  readonly environment?: Omit<EnvironmentOptions, 'folder' | 'parts'>;
  /** A control must lose acknowledged claims, which shows that the other faults could have, too. */
  readonly isControl?: true;
  /** Explains why this machine cannot run it. */
  readonly skipReason?: () => string | undefined;
  /**
   * Resolves when an operator would have fixed the fault. The service must then recover by itself.
   */
  inject(environment: FaultEnvironment, load: Load, run: number): Promise<void>;
}

/** The limit allows for a busy machine. */
const maxServeMilliseconds = 60_000;

/** Waits during the fault, and checks that claims are answered meanwhile. */
export async function waitWhileServing({ context: { sent } }: Load, milliseconds: number): Promise<void> {
  const since = performance.now();
  await pause(milliseconds);
  const isServed = () => sent.claims.some(({ answered }) => answered && answered.at > since);
  while (!isServed()) {
    if (performance.now() - since > maxServeMilliseconds) throw new Error('No claim was answered during the fault');
    await pause(100);
  }
}

/** Waits during the fault, and then repairs it in any case. */
export async function serveUntilRepaired(load: Load, milliseconds: number, repair: () => Promise<void>): Promise<void> {
  try {
    await waitWhileServing(load, milliseconds);
  } finally {
    await repair();
  }
}
