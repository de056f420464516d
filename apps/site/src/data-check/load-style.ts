import address from '../styles/data.css?url';

/** Asks for the style sheet of the check, which no page has in its head. Resolves also when it does not come: the words are there. */
export function loadStyle(): Promise<void> {
  return new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
