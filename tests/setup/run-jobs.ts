import { vi } from 'vitest';

/** Lets jobs run until something is found, and stops them. */
export async function runJobsUntil<Found>(
  jobs: { stop(): Promise<void> },
  find: () => Promise<Found>,
  timeout = 120_000,
) {
  try {
    return await vi.waitUntil(find, { timeout });
  } finally {
    await jobs.stop();
  }
}
