import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError } from '../errors/start-error.ts';
import { errorCode } from '../errors/error-code.ts';

/** The secret settings. The client of the object storage reads those of `AWS_`. */
export const secretSettings = [
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'DATABASE_URL',
  'SMTP_URL',
  'BOUNCE_SECRET',
  'OIDC_CLIENT_SECRET',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
] as const;

/**
 * Adds each secret that is a file in `$CREDENTIALS_DIRECTORY` to the environment. systemd sets the
 * folder for `LoadCredential=`. An empty file counts as absent, as an empty variable does.
 * @throws ConfigurationError for a folder or file that cannot be read, and for a secret that the
 * environment also gives, with another value: a new secret must not lose to a forgotten one
 */
export function loadCredentials(environment: Record<string, string | undefined>): void {
  const folder = environment['CREDENTIALS_DIRECTORY'];
  if (folder === undefined || folder === '') return;
  // With a wrong folder, the server would start without DATABASE_URL on a new, empty database.
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new ConfigurationError(`CREDENTIALS_DIRECTORY must be a folder: ${folder} is not one.`);
  for (const name of secretSettings) {
    const value = readSecret(join(folder, name));
    if (value === '') continue;
    const given = environment[name]?.trim();
    if (given !== undefined && given !== '' && given !== value)
      throw new ConfigurationError(
        `${name} is in the environment and in ${folder}, and they differ: remove one of them.`,
      );
    environment[name] = value;
  }
}

/** Returns an empty string for a missing file. */
function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw new ConfigurationError(`${file} cannot be read (${errorCode(error)}): check its owner and mode.`, {
      cause: error,
    });
  }
}
