import type { NewLink } from '@redress/contract/console/staff-admin';
import { useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useMoments } from '../ui/moments.ts';

/** Shows a link once, for the person to pass on. */
export function NewLinkNotice({ link, name }: { readonly link: NewLink; readonly name: string }) {
  const { formatMoment } = useMoments();
  /** Undefined before the first try. */
  const [isCopied, setCopied] = useState<boolean>();
  const text = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link.link);
      setCopied(true);
    } catch {
      // The browser or its administrator forbids it, or the page is not from HTTPS.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      setCopied(false);
    }
  };
  return (
    <div className="notice notice-good" role="status">
      <p>
        {link.mailed ? `${name} got the link by email. You can also send it yourself.` : `Send this link to ${name}.`}{' '}
        It works once and expires {formatMoment(link.expiresAt)}. You won’t see it again.
      </p>
      <code className="link-once" ref={text}>
        {link.link}
      </code>
      {isCopied === false && (
        <p>Your browser didn’t copy the link. It is selected, so that you can copy it yourself.</p>
      )}
      <p>
        <Button onClick={copy}>{isCopied === true ? 'Copied' : 'Copy the link'}</Button>
      </p>
    </div>
  );
}
