import type { StaffSessionRow } from '@redress/contract/console/staff-admin';
import { Button } from '../ui/button.tsx';
import { useMoments } from '../ui/moments.ts';

const methodNames = { passkey: 'a passkey', oidc: 'the identity provider', password: 'a password' } as const;

export function SessionList({
  sessions,
  isSending,
  onEnd,
}: {
  readonly sessions: readonly StaffSessionRow[];
  readonly isSending: boolean;
  readonly onEnd: (id: string) => void;
}) {
  const { formatMoment } = useMoments();
  if (sessions.length === 0) return <p className="soft">No open sessions.</p>;
  return (
    <ul className="plain-list method-list">
      {sessions.map(({ id, device, method, startedAt, lastUsedAt, isCurrent }) => (
        <li key={id}>
          <span>
            {describeDevice(device)} {isCurrent && <span className="tag tag-good">This one</span>}
            <br />
            <span className="soft">
              Signed in with {methodNames[method]} on {formatMoment(startedAt)}, last used {formatMoment(lastUsedAt)}
            </span>
          </span>
          {!isCurrent && (
            <Button disabled={isSending} onClick={() => onEnd(id)}>
              End <span className="visually-hidden">the session of {describeDevice(device)}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Describes a browser's `User-Agent`, for example as `Firefox on Windows`. */
function describeDevice(userAgent: string): string {
  const find = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(browsers) ?? 'Unknown browser';
  const system = find(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
