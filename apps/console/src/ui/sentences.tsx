/** Shows a summary, such as sums, flags and scores, with each sentence in its own line. */
export const Sentences = ({ text, className }: { readonly text: string; readonly className: string }) => (
  <div className={className}>
    {text.split(/(?<=\.) (?=[A-Z])/).map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
  </div>
);
