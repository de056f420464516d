import type { Page } from '@playwright/test';

/**
 * Controls that a sticky or fixed bar covers, wholly or in part, once they have the focus (WCAG
 * 2.4.11, and 2.4.12, which is stricter). The focus goes through the page forward and back, because
 * a browser scrolls no further than it has to.
 */
export const findCovered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]'),
    ].filter((each) => each.checkVisibility() && each.tabIndex >= 0 && !each.matches(':disabled'));
    const covered = new Set<string>();
    for (const control of [...controls, ...controls.toReversed()]) {
      control.focus();
      if (document.activeElement !== control) continue;
      // A region that scrolls is larger than the window.
      const { left, right, top, bottom } = control.getBoundingClientRect();
      if (bottom - top > innerHeight / 2 || right - left > innerWidth * 2) continue;
      for (const x of [left + 2, right - 2])
        for (const y of [top + 2, bottom - 2]) {
          let hit = document.elementFromPoint(x, y);
          // The sticky column of a focused table is a part of it.
          if (control.contains(hit)) continue;
          for (; hit && !hit.contains(control); hit = hit.parentElement)
            if (['sticky', 'fixed'].includes(getComputedStyle(hit).position))
              covered.add(`${control.outerHTML.slice(0, 120)} is behind ${hit.className}`);
        }
    }
    return [...covered];
  });
