import { amountGround, disputeItem, type StatusDecision, statusFields } from '@redress/contract/status-page';
import { actionButton, ActionForm, type ClaimFormProps } from './action-form.tsx';
import { ItemFields } from './item-fields.tsx';
import { UnsentFiles } from './unsent-files.tsx';

const missingGround = 'missing-ground';

/** Disputes a decision that took effect. */
export function DisputeForm(props: ClaimFormProps & { readonly decision: StatusDecision }) {
  const { action, messages, view, decision } = props;
  const texts = messages.dispute;
  const errors = view.errors[disputeItem] ?? [];
  const lacksGround = errors.includes(missingGround);
  const typed = view.typed[disputeItem];
  const grounds = [
    ...decision.reasons,
    ...(decision.amount === null ? [] : [{ id: amountGround, text: texts.amount }]),
  ];
  return (
    <details open={errors.length > 0 || typed !== undefined || view.disputeFiles.length > 0}>
      <summary>{texts.open}</summary>
      <h3>{texts.title}</h3>
      <p>{texts.lead}</p>
      <ActionForm {...{ action, view }}>
        {/* The Enter key presses a form's first button, which would otherwise remove a file. */}
        {view.disputeFiles.length > 0 && (
          <button className="visually-hidden" tabIndex={-1} aria-hidden="true" {...actionButton('add-files')}>
            {messages.deficiency.add}
          </button>
        )}
        <input type="hidden" name={statusFields.decision} value={decision.id} />
        <fieldset aria-describedby={lacksGround ? 'error-grounds' : undefined}>
          <legend>{texts.grounds}</legend>
          {lacksGround && (
            <p className="error" id="error-grounds">
              {messages.errors[missingGround]}
            </p>
          )}
          {grounds.map(({ id, text }) => (
            <div className="choice" key={id}>
              <input
                type="checkbox"
                id={`ground-${id}`}
                name={`${statusFields.ground}${id}`}
                defaultChecked={
                  (grounds.length === 1 && typed === undefined) ||
                  view.typed[`${statusFields.ground}${id}`] !== undefined
                }
              />
              <label htmlFor={`ground-${id}`}>{text}</label>
            </div>
          ))}
        </fieldset>
        <ItemFields
          id={disputeItem}
          files={view.disputeFiles}
          maxFiles={view.maxFiles}
          errors={errors.filter((error) => error !== missingGround)}
          typed={typed ?? ''}
          labels={texts}
          messages={messages}
          isFirst
        />
        <UnsentFiles files={view.disputeFiles} text={texts.unsent} />
        <div className="form-end">
          {view.maxFiles > 0 && (
            <button className="button quiet" {...actionButton('add-files')}>
              {messages.deficiency.add}
            </button>
          )}
          <button className="button" {...actionButton('dispute')}>
            {texts.send}
          </button>
        </div>
      </ActionForm>
    </details>
  );
}
