import { stat } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { errorCode } from '../../platform/errors/error-code.ts';
import { verifyMailServer } from '../../platform/mail/mailers.ts';
import type { BucketLocation } from '../../platform/storage/bucket-location.ts';
import { openBucket } from '../../platform/storage/bucket.ts';
import { probeFolder, undefinedIfMissing } from '../../platform/storage/disk.ts';
import { findStorageError } from '../../platform/storage/storage-error.ts';
import { pingScanner, readScannerVersion, refusesLargest } from '../../claims/documents/clamd.ts';
import { isPublic } from './check-configuration.ts';
import { type Finding, formatAge, ok, problem, reasonOf, unavailable, warning } from './finding.ts';

/** Connects to the mail server, and signs in there if `SMTP_URL` has a user. Sends nothing. */
export async function checkMail(config: Pick<Config, 'smtpUrl' | 'publicUrl'>): Promise<Finding> {
  if (config.smtpUrl === undefined)
    return isPublic(config)
      ? problem('SMTP_URL is not set: receipts become files that are not sent. Set it, and MAIL_FROM.')
      : ok('Messages become files: SMTP_URL is not set.');
  const { hostname, port, username } = new URL(config.smtpUrl);
  const name = port === '' ? hostname : `${hostname}:${port}`;
  try {
    await verifyMailServer(config.smtpUrl);
  } catch (error) {
    const code = errorCode(error) ?? 'unknown error';
    if (code === 'EAUTH')
      return problem(
        `The mail server ${name} rejects the user and password in SMTP_URL: receipts wait. Correct SMTP_URL.`,
      );
    return unavailable(`The mail server ${name} does not answer (${code}): receipts wait. Check it, and SMTP_URL.`);
  }
  return ok(`The mail server ${name} answers${username === '' ? '' : ' and accepts the user and password'}.`);
}

const signaturesTooOldAfterMs = 3 * 24 * 60 * 60 * 1_000;

/** Whether the scanner answers, takes files as large as configured, and knows recent viruses. */
export async function checkScanner(config: Pick<Config, 'clamd' | 'publicUrl'>, now: Date): Promise<Finding> {
  const { clamd } = config;
  if (!clamd)
    return isPublic(config)
      ? warning('CLAMD_URL is not set: documents reach staff without a virus scan.')
      : ok('Documents are not scanned: CLAMD_URL is not set.');
  const name = `${clamd.host}:${clamd.port}`;
  try {
    await pingScanner(clamd);
    const megabytes = clamd.maxBytes / 1024 ** 2;
    if (await refusesLargest(clamd))
      return problem(
        `The virus scanner accepts less than ${megabytes} MB: set StreamMaxLength and MaxFileSize in clamd.conf to ${megabytes}M or more, or CLAMD_URL to a smaller ?largest=.`,
      );
    const { version, signaturesOf } = await readScannerVersion(clamd);
    if (!signaturesOf) return warning(`${version} at ${name} has no dated signatures: run freshclam.`);
    const age = now.getTime() - signaturesOf.getTime();
    if (age > signaturesTooOldAfterMs)
      return warning(`The signatures of ${version} at ${name} are ${formatAge(age)} old: check freshclam.`);
    return ok(`${version} at ${name} accepts ${megabytes} MB; its signatures are ${formatAge(age)} old.`);
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? ` (${reasonOf(rootCause(error))})` : '';
    return unavailable(
      `The virus scanner at ${name} does not answer${cause}: uploads wait in quarantine. Start it, and check CLAMD_URL.`,
    );
  }
}

/** Writes a small object into the bucket and removes it, as the readiness check does. */
export async function checkBucket(location: BucketLocation): Promise<Finding> {
  const bucket = await openBucket(location);
  try {
    await bucket.probe();
    return ok(`The bucket ${location.bucket} is writable.`);
  } catch (error) {
    const found = findStorageError(error);
    if (!found) throw error;
    return (found.code === 'EIO' ? unavailable : problem)(`Uploads are refused: ${found.message}`);
  } finally {
    bucket.close();
  }
}

/** Writes a small file into a folder of uploads and removes it, as the readiness check does. */
export async function checkFolder(folder: string): Promise<Finding> {
  const found = await stat(folder).catch(undefinedIfMissing);
  if (!found) return warning(`The folder ${folder} does not exist yet: the server creates it when it starts.`);
  try {
    await probeFolder(folder);
  } catch (error) {
    return problem(
      `The folder ${folder} is not writable (${errorCode(error) ?? 'unknown error'}): uploads are refused. Check its owner and its disk.`,
    );
  }
  if (process.getuid?.() === 0 && found.uid !== 0)
    return ok(`${folder} is writable, at least by root. Run this as the user of the server to be sure.`);
  return ok(`${folder} is writable.`);
}

/** A scanner's error has the network's error as its innermost cause. */
function rootCause(error: Error): unknown {
  return error.cause instanceof Error ? rootCause(error.cause) : error;
}
