/**
 * A page's init script. From `startTranslating()` on, it changes text like the translator of a
 * browser: an element with another text replaces each text node.
 */
export function installTranslator(): void {
  const translate = (node: Node): void => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts = node instanceof Text ? [node] : [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) {
      const isLeft =
        text.parentElement?.closest('font, script, style, textarea, [translate=no], svg') ?? !text.isConnected;
      if (isLeft || text.data.trim() === '') continue;
      const element = document.createElement('font');
      element.textContent = `«${text.data}»`;
      text.replaceWith(element);
    }
  };
  Object.assign(window, {
    startTranslating() {
      translate(document.body);
      new MutationObserver((changes) => {
        for (const { addedNodes, target, type } of changes)
          for (const node of type === 'characterData' ? [target] : addedNodes) translate(node);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    },
  });
}
