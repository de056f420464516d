import type { Page } from '@playwright/test';

/**
 * Frequent English words that are not Spanish: a text that contains one counts as English. Omits
 * those that both languages spell alike (`a`, `no`, `me`, `has`, `may`, `use`, `note`, `date`,
 * `final`, `notice` in “Notice ID”).
 */
const layoutEn = new Set(
  `the of and you your yours we our is are was were be been am it its they them their this that these those
  to for with from by on at into or if an not but than then there here where when which who what how why
  have had do does did can could will would should must please all any each every more most other some only also
  about after before until again still yet out up down
  claim claims claimed form forms file files filed filing court settlement required field fields submit login log
  next page pages home deadline sign signed signature state choose search class payment payments paid pay address
  street name number phone mail email member members company answer answers receipt document documents download
  upload late closed year month day today yes back send sent receive received add added another remove removed
  loading checking help call print keep kept try wait minute minutes question questions information
  privacy policy consumer drug brand maker judge lawyer lawyers hearing approval appeal`.split(/\s+/),
);

/**
 * The texts that look English, each with the words that show it. Ignores web and email addresses.
 */
export function findEnglish(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const words = text
      .replace(
        /\S+@\S+|\bhttps?:\/\/\S+|\b[\w-]+(\.[\w-]+)*\.(com|org|gov|invalid)\b\S*|\S+\.(pdf|xlsx|eml|json)\b/g,
        ' ',
      )
      .toLowerCase()
      .match(/[\p{L}’']+/gu);
    const found = [...new Set(words?.filter((word) => layoutEn.has(word)))];
    return found.length > 0 ? [`${text.trim()} [${found.join(', ')}]`] : [];
  });
}

/**
 * Everything on a page that is in Spanish or has no explicit language: visible text, text for
 * screen readers, closed lists and dialogs, the title, and attributes. Skips what is marked as
 * English (`lang="en"`).
 */
export function readTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const inEnglish = (element: Element | null) =>
      element?.closest('[lang]')?.getAttribute('lang')?.startsWith('en') ?? false;
    const texts: string[] = [document.title];
    for (const meta of document.querySelectorAll('meta[name="description"], meta[property^="og:"]'))
      if (!/url|image$|locale|type|width|height/.test(meta.getAttribute('property') ?? ''))
        texts.push(meta.getAttribute('content') ?? '');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent?.closest('script, style, noscript, template') || inEnglish(parent)) continue;
      texts.push(node.textContent ?? '');
    }
    const attributes = [
      'alt',
      'aria-label',
      'aria-description',
      'aria-roledescription',
      'title',
      'placeholder',
      'label',
    ];
    for (const element of document.body.querySelectorAll('*')) {
      if (inEnglish(element)) continue;
      for (const name of attributes) texts.push(element.getAttribute(name) ?? '');
      if (element instanceof HTMLInputElement && ['button', 'submit', 'reset'].includes(element.type))
        texts.push(element.value);
    }
    return texts.filter((text) => text.trim() !== '');
  });
}
