import { expect, test } from 'vitest';
import { isotonicCurve, shareAt } from './calibration.ts';
import { templateOf } from './template.ts';

test('shares rise with the score: neighbors that fall are pooled', () => {
  const judged = [
    { machine: -20, verdict: 'genuine', weight: 100 },
    { machine: -5, verdict: 'machine', weight: 1 },
    { machine: -3, verdict: 'genuine', weight: 3 },
    { machine: 4, verdict: 'machine', weight: 1 },
    { machine: 4, verdict: 'machine', weight: 1 },
  ].map((each) => ({ duplicate: 0, ...each }));
  const curve = isotonicCurve(judged, 'machine');
  expect(curve).toEqual([
    { from: -20, share: 0 },
    { from: -5, share: 0.25 },
    { from: 4, share: 1 },
  ]);
  expect([shareAt(curve, -30), shareAt(curve, -4), shareAt(curve, 9)]).toEqual([0, 0.25, 1]);
});

test('a template keeps what is equal, and writes the rest as letters and digits', () => {
  expect(templateOf(['ana.nunez4821@x.example', 'jo.lee0077@x.example'])).toBe('a.a0@x.example');
  expect(templateOf(['1 Elm Street', 'PO Box 7'])).toBeNull();
  expect(templateOf(['one'])).toBeNull();
});
