/** Larger canvases are not reliable on phones. */
export const maxCanvasPixels = 16_000_000;

interface CanvasSize {
  readonly width: number;
  readonly height: number;
  /** In CSS pixels. */
  readonly shownWidth: number;
}

function findCanvas(): HTMLCanvasElement {
  const canvas = document.querySelector('canvas');
  if (!canvas) throw new Error('The frame has no canvas');
  return canvas;
}

/** Creates a canvas off screen, so that a page appears only when it is complete. */
export function createCanvas({ width, height }: Omit<CanvasSize, 'shownWidth'>): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('The browser has no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return context;
}

/** Replaces the previous canvas with a painted one. */
export function replaceCanvas(canvas: HTMLCanvasElement, shownWidth: number): void {
  canvas.setAttribute('aria-hidden', 'true');
  canvas.style.width = `${shownWidth}px`;
  findCanvas().replaceWith(canvas);
}

export function paint(size: CanvasSize, draw: (context: CanvasRenderingContext2D) => void): void {
  const context = createCanvas(size);
  draw(context);
  replaceCanvas(context.canvas, size.shownWidth);
}
