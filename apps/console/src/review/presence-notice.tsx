import type { Presence } from '@redress/contract/console/review';

/** Says who else looks at the claim. Always there, so that screen readers notice what it says. */
export function PresenceNotice({ presence }: { readonly presence: Presence | undefined }) {
  const names = presence?.others ?? [];
  return (
    <p className="claim-update" role="status">
      {names.length > 0 &&
        `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'is' : 'are'} also viewing this claim.`}
    </p>
  );
}
