import type { LinkedText as Message } from '@redress/contract/settlement';

/** Text with its link in place of `{link}`. */
export function LinkedText({ message }: { readonly message: Message }) {
  const [before = '', after = ''] = message.text.split('{link}');
  return (
    <>
      <span>{before}</span>
      <a className={message.href.startsWith('tel:') ? 'unbroken' : undefined} href={message.href}>
        {message.link}
      </a>
      <span>{after}</span>
    </>
  );
}
