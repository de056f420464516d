import type { StaffSessionRow } from '@redress/contract/console/staff-admin';
import { Button } from '../ui/button.tsx';
import { useMoments } from '../ui/moments.ts';
import { describeDevice } from './describe-device.ts';

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
