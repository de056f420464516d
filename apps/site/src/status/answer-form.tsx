import { formatDay } from '@redress/contract/language';
import { type StatusDeficiency, statusFields } from '@redress/contract/status-page';
import { actionButton, ActionForm, type ClaimFormProps } from './action-form.tsx';
import { ItemFields } from './item-fields.tsx';
import { UnsentFiles } from './unsent-files.tsx';

/** Answers a deficiency, one part for each of its reasons. */
export function AnswerForm(props: ClaimFormProps & { readonly deficiency: StatusDeficiency }) {
  const { action, language, messages, view, deficiency } = props;
  const { due, isPast, items } = deficiency;
  const texts = messages.deficiency;
  const isOpen = due !== null && !isPast;
  return (
    <section aria-labelledby="deficiency">
      <h2 id="deficiency">{isOpen ? texts.titleBy(formatDay(due, language)) : texts.title}</h2>
      {!isOpen && <p>{due === null ? texts.noDay : texts.past(formatDay(due, language))}</p>}
      <ActionForm {...{ action, view }}>
        <input type="hidden" name={statusFields.decision} value={deficiency.decision} />
        {items.map(({ id, text, files, refused }, index) => (
          <fieldset key={id}>
            <legend>{items.length > 1 ? `${index + 1}. ${text}` : text}</legend>
            {refused.map((name) => (
              <p className="error" key={name}>
                {texts.refused(name)}
              </p>
            ))}
            <ItemFields
              {...{ id, files, messages }}
              maxFiles={view.maxFiles}
              isFirst={index === 0}
              errors={view.errors[id] ?? []}
              typed={view.typed[id] ?? ''}
              labels={texts}
            />
          </fieldset>
        ))}
        <UnsentFiles files={items.flatMap(({ files }) => files)} text={texts.unsent} />
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
