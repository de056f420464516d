let fallback = '';

/** What a page says if its island cannot be rendered any more, such as the number of the claim. */
export const setFallback = (text: string): void => {
  fallback = text;
};

export function showFallback(island: Pick<HTMLElement, 'className' | 'setAttribute' | 'textContent'>): void {
  island.className = 'note bad';
  island.setAttribute('role', 'alert');
  island.textContent = fallback;
}
