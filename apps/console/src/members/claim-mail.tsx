import type { Member } from '@redress/contract/console/members';
import { useState } from 'react';
import { Breakable } from '../ui/breakable.tsx';
import { Checkbox } from '../ui/choices.tsx';

type Claim = Member['claims'][number];
type Mail = NonNullable<Claim['mail']>;

/** Claims whose letters go to an address of their own. */
export const claimsWithAddress = ({ claims }: Pick<Member, 'claims'>) =>
  claims.flatMap(({ number, mail }) => (mail?.isOwn === true ? [{ number, mail }] : []));

/**
 * The claims that get a class member's new address, too, unless the person excepts them: all whose
 * own address is older.
 * @param enteredAt when the new address was requested; undefined: it is being entered
 */
export function useMovedClaims(member: Pick<Member, 'claims'>, enteredAt?: string) {
  const own = claimsWithAddress(member).map((claim) => ({
    ...claim,
    isNewer: enteredAt !== undefined && claim.mail.since > enteredAt,
  }));
  const [choices, setChoices] = useState<Readonly<Record<string, boolean>>>({});
  const kept = own.flatMap(({ number, mail, isNewer }) =>
    // Or the claimant has just entered one that waits.
    (choices[number] ?? !(isNewer || mail.held !== null)) ? [] : number,
  );
  const moved = own.filter(({ number }) => !kept.includes(number));
  const left = own.filter(({ number }) => kept.includes(number));
  return {
    own,
    kept,
    /** Says whether letters about a claim go to the new address. */
    choose: (number: string, isMoved: boolean) => setChoices({ ...choices, [number]: isMoved }),
    /** For the request. */
    claims: moved.map(({ number, mail: { version } }) => ({ number, version })),
    /** Says where mail goes once the address is current. */
    result: [
      `Mail goes there${moved.length === 0 ? '' : `, also about ${nameClaims(moved)}`}.`,
      ...(left.length === 0 ? [] : [`Letters about ${nameClaims(left)} go where they went before.`]),
    ].join(' '),
  };
}

/** For example “claim 8001583106” or “claims 8001583106, 8001583122”. */
export const nameClaims = (claims: readonly Pick<Claim, 'number'>[]): string =>
  `claim${claims.length === 1 ? '' : 's'} ${claims.map(({ number }) => number).join(', ')}`;

/** Asks for each claim with an address of its own whether its letters go to the new one, too. */
export function MovedClaims({
  moved: { own, kept, choose },
  error,
}: {
  readonly moved: ReturnType<typeof useMovedClaims>;
  readonly error: string | undefined;
}) {
  if (own.length === 0) return null;
  return (
    <div>
      {error !== undefined && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {own.map(({ number, mail, isNewer }) => (
        <Checkbox
          key={number}
          checked={!kept.includes(number)}
          onChange={(isMoved) => choose(number, isMoved)}
          label={
            <>
              <span>{`Also mail letters about claim ${number} there`}</span>
              <span className="field-hint">
                {' '}
                <Breakable text={describeMail('They', mail)} />
                {isNewer && <span> That address is newer than this request.</span>}
                {kept.includes(number) && (
                  <span>
                    {' '}
                    They keep going there. To change the claim’s address, use <em>Correct an answer</em> on the claim.
                  </span>
                )}
              </span>
            </>
          }
        />
      ))}
    </div>
  );
}

/** Says where letters about a claim go now, for example “Letters about it go to Jane Doe, …”. */
export function describeMail(subject: string, { email, address, held, isOwn }: Mail): string {
  const post = isOwn && address !== null ? address.join(', ') : 'the address on file';
  const now = email === null ? `go to ${post}` : `go by email to ${email}, and those by post to ${post}`;
  const waits = held === null ? '' : ` The claimant entered ${held.join(', ')}, which isn’t used yet.`;
  return `${subject} ${now}.${waits}`;
}
