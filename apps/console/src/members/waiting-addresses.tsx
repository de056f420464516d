import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { useMoments } from '../ui/moments.ts';
import { formatAddress } from './format-address.ts';
import { waitingAddressesId } from './member-labels.ts';
import { waitingAddressesQuery } from './member-queries.ts';

/** Requested address changes, for the people who decide them. */
export function WaitingAddresses() {
  const { data } = useQuery(waitingAddressesQuery);
  const { hash } = useLocation();
  const { formatAge } = useMoments();
  if (!data || data.waiting.length === 0) return null;
  const count = data.waiting.length;
  return (
    <details id={waitingAddressesId} className="notice notice-warn" open={hash === `#${waitingAddressesId}`}>
      <summary>{count === 1 ? '1 address change waits' : `${count} address changes wait`} for a decision</summary>
      <ul>
        {data.waiting.map((change) => (
          <li key={change.id}>
            <Link to={`/members/${change.noticeId}`}>
              <bdi>{change.name}</bdi>
            </Link>
            : <bdi>{formatAddress(change.address)}</bdi>{' '}
            <span className="soft">
              requested by {change.askedByMe ? 'you' : change.askedBy}, {formatAge(change.enteredAt)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
