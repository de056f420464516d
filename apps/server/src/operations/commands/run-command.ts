import { isDatabaseUnavailable } from '../../database/database-errors.ts';
import { StartError } from '../../start-error.ts';

/** Runs a command that can be given again at any time. What a person can do something about is one sentence and exit code 1. */
export async function runCommand(run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run();
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof StartError) process.stderr.write(`\n${error.message}\n\n`);
    else if (isDatabaseUnavailable(error))
      process.stderr.write('\nThe database went away, or is too busy. Nothing is spoiled: give the command again.\n\n');
    else throw error;
  }
}
