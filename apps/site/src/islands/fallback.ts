let fallback = '';

/**
 * Sets the text that replaces an island that can no longer render, for example the claim number.
 */
export const setFallback = (text: string): void => {
  fallback = text;
};

export function showFallback(island: Pick<HTMLElement, 'className' | 'setAttribute' | 'textContent'>): void {
  island.className = 'note bad';
  island.setAttribute('role', 'alert');
  island.textContent = fallback;
}
