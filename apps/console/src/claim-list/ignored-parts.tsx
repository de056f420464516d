import type { ClaimList, IgnoredParameter } from '@redress/contract/console/claim-list';

const notices: Readonly<Record<ClaimList['notices'][number], string>> = {
  'cursor-refused': 'This link belongs to another list or person, so the first page is shown instead.',
  'name-sort-refused':
    'You can sort by name only if you can see every name in the list. The default order is shown. If you can see names in one case, choose that case.',
};

/** Lists the ignored parts of an address, so that the list is not mistaken for another one. */
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
          <p>Some parts of this link aren’t valid and were ignored:</p>
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
                  <span> isn’t a filter</span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
