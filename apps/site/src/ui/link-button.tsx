/** A button that looks like a link. Screen readers read `label` instead of its text. */
export function LinkButton(props: { readonly label: string; readonly text: string; readonly onClick: () => void }) {
  return (
    <button type="button" className="link-button" aria-label={props.label} onClick={props.onClick}>
      {props.text}
    </button>
  );
}
