import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { renderIcon, renderPreview } from './site-pictures.ts';

/** The size of a picture, and the color of a pixel as `#rrggbb`. */
async function readPng(file: Buffer) {
  const image = await loadImage(file);
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const at = (x: number, y: number) =>
    `#${Buffer.from(context.getImageData(x, y, 1, 1).data.subarray(0, 3)).toString('hex')}`;
  return { width, height, at };
}

it('draws the icon at any size, without rounded corners', async () => {
  const picture = await readPng(renderIcon(180));
  expect([picture.width, picture.height]).toEqual([180, 180]);
  expect(picture.at(0, 0)).toBe('#0b5567');
  // The middle of the pediment, of a column, and between two columns.
  expect(picture.at(90, 50)).toBe('#ffffff');
  expect(picture.at(90, 100)).toBe('#ffffff');
  expect(picture.at(70, 100)).toBe('#0b5567');
});

it('draws a preview of the size that link previews use, with another picture for another name', async () => {
  const texts = { name: 'Example Settlement', caption: 'In re Example', banner: 'Run by order of the court' };
  const preview = renderPreview(texts);
  const picture = await readPng(preview);
  expect([picture.width, picture.height]).toEqual([1200, 630]);
  expect(picture.at(5, 5)).toBe('#0b5567');
  expect(picture.at(5, 300)).toBe('#fbfaf6');
  expect(renderPreview({ ...texts, name: 'Ejemplo' }).equals(preview)).toBe(false);
});

it('fits names and banners of any length between the margins', async () => {
  const name = 'Antitrust Settlement of Everyone and Everything in the United States and its Territories';
  const banner = 'This website is run by the claims administrator by order of the United States District Court';
  const picture = await readPng(renderPreview({ name, caption: name, banner: `${banner}. ${banner}` }));
  for (const x of [40, 1160])
    for (let y = 0; y < 600; y += 1) expect(picture.at(x, y)).toBe(y < 84 ? '#0b5567' : '#fbfaf6');
});
