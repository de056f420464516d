import { noScriptFields } from '@redress/contract/no-script-form';
import { randomUUID } from 'node:crypto';
import { claimAccess } from '@redress/server/claims/filing/claim-access';
import { type Answer, Browser, type ChosenFile, multipart } from './browser.ts';
import { beforeDeadline, keys } from './test-server.ts';

type Typed = Readonly<Record<string, unknown>>;

/**
 * A browser without JavaScript sends plain text, `on` for a checked box, a field for each cell of a
 * row.
 */
export function fieldsOf(answers: Typed): [string, string][] {
  return Object.entries(answers).flatMap(([name, answer]): [string, string][] => {
    if (Array.isArray(answer))
      return answer.flatMap((row: Readonly<Record<string, string>>, index) =>
        Object.entries(row).map(([cell, typed]): [string, string] => [`${name}.${index}.${cell}`, typed]),
      );
    if (answer === true) return [[name, 'on']];
    return answer === false ? [] : [[name, String(answer)]];
  });
}

export interface PostOptions {
  readonly key?: string;
  readonly action?: string;
  readonly files?: readonly ChosenFile[];
  readonly version?: string;
  readonly headers?: Record<string, string>;
  readonly more?: readonly (readonly [string, string])[];
}

/** A browser without JavaScript keeps cookies, sends Origin, and does not use the API. */
export class NoScriptBrowser extends Browser {
  postForm(path: string, answers: Typed, options: PostOptions = {}): Promise<Answer> {
    const { key = randomUUID(), action, files = [], version, headers = {}, more = [] } = options;
    const { contentType, body } = multipart(
      [
        [noScriptFields.key, key],
        ...(version === undefined ? [] : [[noScriptFields.version, version] as const]),
        ...(action === undefined ? [] : [[noScriptFields.action, action] as const]),
        ...fieldsOf(answers),
        ...more,
      ],
      files,
    );
    return this.postBody(path, body, contentType, headers);
  }

  postBody(path: string, body: Buffer, contentType: string, headers: Record<string, string> = {}): Promise<Answer> {
    const ours = { host: 'localhost:4300', origin: 'http://localhost:4300', 'sec-fetch-site': 'same-origin' };
    return this.send('POST', path, { headers: { ...ours, 'content-type': contentType, ...headers }, body });
  }
}

/** Reads the idempotency key in a received page. */
export const keyIn = ({ text }: Pick<Answer, 'text'>): string =>
  / name="formKey" value="([^"]+)"/.exec(text)?.[1] ?? '';

/** Reads the number of the claim whose completion page a redirect leads to. */
export function claimNumberIn(location: unknown): string {
  const code = new URL(String(location), 'http://localhost').searchParams.get('filed') ?? '';
  return claimAccess(keys).readCode(code, beforeDeadline)?.claimNumber ?? '';
}
