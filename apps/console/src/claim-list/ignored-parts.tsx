import type { ClaimList, IgnoredParameter } from '@redress/contract/console/claim-list';

const notices: Readonly<Record<ClaimList['notices'][number], string>> = {
  'cursor-refused': 'This address leads to a page of another list or person. You see the first page instead.',
  'name-sort-refused':
    'Only people who see all names of a list can sort by them. You see the usual order instead. Choose a case if you see the names of one.',
};

/** Says what of an address was ignored, so that nobody takes the list for another one. */
export function IgnoredParts({
  ignored,
  notices: given,
}: {
  readonly ignored: readonly IgnoredParameter[];
  readonly notices: ClaimList['notices'];
}) {
  if (ignored.length === 0 && given.length === 0) return null;
  return (
    <div className="notice notice-warn" role="status">
      {given.map((notice) => (
        <p key={notice}>{notices[notice]}</p>
      ))}
      {ignored.length > 0 && (
        <>
          <p>Parts of this address mean nothing here and were ignored:</p>
          <ul>
            {ignored.map(({ name, value, reason }, index) => (
              <li key={index}>
                <code>
                  <bdi>{name}</bdi>
                </code>
                {reason === 'invalid' ? (
                  <>
                    {' cannot be “'}
                    <bdi>{value}</bdi>”
                  </>
                ) : (
                  <span> is no filter</span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
