import type { Presence } from '@redress/contract/console/review';

/**
 * Names other people who are viewing the claim. Always rendered, so that screen readers announce
 * changes.
 */
export function PresenceNotice({ presence }: { readonly presence: Presence | undefined }) {
  const names = presence?.others ?? [];
  return (
    <p className="claim-update" role="status">
      {names.length > 0 &&
        `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'is' : 'are'} also viewing this claim.`}
    </p>
  );
}
