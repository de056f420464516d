import { expect, type Page } from '@playwright/test';

/**
 * Expects controls at least 44 pixels high for fingers, and no two targets smaller than 24 pixels
 * close together.
 */
export async function expectTargets(page: Page, where: string): Promise<void> {
  const targets = await readTargets(page);
  const low = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'nav a, .button, button, .link-cards a, select, input:not([type=hidden]), .check',
      ),
    ]
      .filter((element) => element.checkVisibility() && element.closest('[aria-hidden=true]') === null)
      .filter((element) => !['checkbox', 'radio'].includes(element.getAttribute('type') ?? ''))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1 && box.right > 0 && box.height < 43.5)
      .map(({ element, box }) => `${String(box.height)}: ${element.outerHTML.slice(0, 90)}`),
  );
  expect.soft(low, where).toEqual([]);
  expect.soft(tooSmall(targets), where).toEqual([]);
}

/**
 * Every clickable element on screen with its size. A checkbox is as large as the label around it.
 */
function readTargets(page: Page) {
  return page.evaluate(() => {
    const targets = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, select, input:not([type=hidden]), summary, [role=button]',
      ),
    ].filter((element) => element.checkVisibility() && element.closest('[aria-hidden=true]') === null);
    return targets.flatMap((element) => {
      const ticked = element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type);
      const box = (ticked ? (element.closest('label') ?? element) : element).getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1 || box.right <= 0) return [];
      const line = element.closest('p, li, dd, td');
      const isInline =
        element.matches('a') &&
        getComputedStyle(element).display === 'inline' &&
        (line?.textContent ?? '').trim() !== (element.textContent ?? '').trim();
      return [
        {
          name: element.outerHTML.slice(0, 90),
          width: box.width,
          height: box.height,
          left: box.left,
          top: box.top,
          isInline,
        },
      ];
    });
  });
}

/**
 * WCAG 2.5.8: 24 by 24 pixels, or so far apart that 24-pixel circles around two small ones do not
 * overlap; links within a sentence are exempt.
 */
function tooSmall(targets: Awaited<ReturnType<typeof readTargets>>): string[] {
  const centre = (box: (typeof targets)[number]) => [box.left + box.width / 2, box.top + box.height / 2] as const;
  const small = targets.filter((box) => !box.isInline && (box.width < 23.5 || box.height < 23.5));
  return small
    .filter((one) => {
      const [x, y] = centre(one);
      return targets.some((other) => {
        if (other === one) return false;
        const [otherX, otherY] = centre(other);
        const meets = Math.hypot(x - otherX, y - otherY) < 24;
        const reaches =
          Math.hypot(
            Math.max(other.left - x, 0, x - other.left - other.width),
            Math.max(other.top - y, 0, y - other.top - other.height),
          ) < 12;
        return (small.includes(other) && meets) || reaches;
      });
    })
    .map(({ name, width, height }) => `${width} by ${height}: ${name}`);
}
