import type { Language } from '@redress/contract/language';
import type { When } from '../dates/as-of.ts';
import { layoutMessages } from '../messages/layout-messages.ts';
import type { NextAction } from './prose-module.ts';

/** Actions that are open to visitors on the page’s day, next to the text. */
export function NextActions(props: { readonly actions: readonly NextAction[]; readonly language: Language }) {
  const { actions, language } = props;
  return (
    <section>
      <h2>{layoutMessages(language).canStillDo}</h2>
      <ul className="next-actions">
        {actions.map(({ href, title, text }) => (
          <li key={title}>
            <a href={href}>{title}</a>
            {text !== undefined && <span>{text}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The actions whose day has come and whose deadline has not passed. */
export function nextActionsOn(actions: readonly NextAction[], when: When): readonly NextAction[] {
  return actions.filter(
    ({ until, after }) => (until === undefined || !when.isAfter(until)) && (after === undefined || when.isAfter(after)),
  );
}
