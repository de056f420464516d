import { formatDay, type Language } from '@redress/contract/language';
import { type StatusClaimView, type StatusDeficiency, statusFields } from '@redress/contract/status-page';
import type { StatusMessages } from '../messages/status-messages.ts';
import { actionButton, ActionForm } from './action-form.tsx';
import { ItemFields } from './item-fields.tsx';

/** Answers a deficiency, one part for each of its reasons. */
export function AnswerForm(props: {
  readonly action: string;
  readonly language: Language;
  readonly messages: StatusMessages;
  readonly view: StatusClaimView;
  readonly deficiency: StatusDeficiency;
}) {
  const { action, language, messages, view, deficiency } = props;
  const { due, isPast, items } = deficiency;
  const texts = messages.deficiency;
  return (
    <section aria-labelledby="deficiency">
      <h2 id="deficiency">{texts.title}</h2>
      <p>{due === null ? texts.noDay : texts[isPast ? 'past' : 'by'](formatDay(due, language))}</p>
      <p>{texts.notSent}</p>
      <ActionForm action={action}>
        <input type="hidden" name={statusFields.decision} value={deficiency.decision} />
        {items.map(({ id, text, files, refused }, index) => (
          <fieldset key={id}>
            <legend>{items.length > 1 ? texts.part(index + 1, items.length) : texts.title}</legend>
            <p>{text}</p>
            {refused.map((name) => (
              <p className="error" key={name}>
                {texts.refused(name)}
              </p>
            ))}
            <ItemFields
              {...{ id, files, messages }}
              maxFiles={view.maxFiles}
              errors={view.errors[id] ?? []}
              typed={view.typed[id] ?? ''}
              labels={texts}
            />
          </fieldset>
        ))}
        <div className="form-end">
          {view.maxFiles > 0 && (
            <button className="button quiet" {...actionButton('add-files')}>
              {texts.add}
            </button>
          )}
          <button className="button" {...actionButton('answer')}>
            {texts.send}
          </button>
        </div>
      </ActionForm>
    </section>
  );
}
