import type { LoginHelpMessages } from '@redress/contract/settlement';
import type { Language } from '@redress/contract/language';
import { loginFailureMessages } from '../messages/login-failure-messages.ts';
import { loginMessages } from '../messages/login-messages.ts';
import { LinkedText } from './linked-text.tsx';

/**
 * Shown after a login that the browser did not keep. Leads to the form, which also takes the IDs.
 */
export function NoCookies({ language, next }: { readonly language: Language; readonly next: string }) {
  return (
    <>
      <span>{loginFailureMessages[language].noCookies}</span> <a href={next}>{loginMessages[language].continue}</a>
    </>
  );
}

/**
 * Stays after a failed login. Explains where the IDs are, with a picture, and how to continue
 * without them.
 */
export function LoginHelp({ messages }: { readonly messages: LoginHelpMessages }) {
  return (
    <section className="login-help" aria-labelledby="login-help">
      <h2 id="login-help">{messages.heading}</h2>
      <p>{messages.where}</p>
      <NoticePicture picture={messages.picture} />
      <p>{messages.withoutIds}</p>
      <ul>
        {[messages.request, messages.call, messages.mail].map((message) => (
          <li key={message.href}>
            <LinkedText message={message} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The top of a letter: the sender, the two IDs in a frame, the address, and lines of text. */
function NoticePicture({ picture }: { readonly picture: LoginHelpMessages['picture'] }) {
  const { alt, sender, ids, address } = picture;
  return (
    <svg className="notice-picture" viewBox="0 0 300 190" role="img">
      <title>{alt}</title>
      <path className="notice-paper" d="M1 189V1h298v188" />
      <rect className="notice-mark" x="12" y="44" width="206" height="52" rx="4" />
      {/* Notices are in English. */}
      <g lang="en">
        <text x="22" y="28">
          {sender}
        </text>
        {ids.map((id, line) => (
          <text key={id} className="notice-id" x="22" y={66 + 21 * line}>
            {id}
          </text>
        ))}
        {address.map((text, line) => (
          <text key={text} x="22" y={117 + 17 * line}>
            {text}
          </text>
        ))}
      </g>
      <path className="notice-lines" d="M22 172h256M22 182h216" />
    </svg>
  );
}
