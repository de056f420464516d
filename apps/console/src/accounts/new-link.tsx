import type { NewLink } from '@redress/contract/console/staff-admin';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useMoments } from '../ui/moments.ts';

/** Shows a link once, for the person to pass on. */
export function NewLinkNotice({ link, name }: { readonly link: NewLink; readonly name: string }) {
  const { formatMoment } = useMoments();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(link.link).catch(() => undefined);
    setCopied(true);
  };
  return (
    <div className="notice notice-good" role="status">
      <p>
        {link.mailed ? `${name} got the link by email. You can also send it yourself.` : `Send this link to ${name}.`}{' '}
        It works once and expires {formatMoment(link.expiresAt)}. You won’t see it again.
      </p>
      <code className="link-once">{link.link}</code>
      <p>
        <Button onClick={copy}>{isCopied ? 'Copied' : 'Copy the link'}</Button>
      </p>
    </div>
  );
}
