import { expect, test } from 'vitest';
import { fade } from './login-failures.ts';
import { levelOfRule } from './login-guard.ts';
import { defaultLoginRules, type LoginRuleName } from './login-failure-rules.ts';

const rule = { failures: 5, halfLifeSeconds: 3_600, maxLevel: 4 };

test.each([
  [0, 0],
  [4, 0],
  [5, 1],
  [9, 1],
  [10, 2],
  [19, 2],
  [20, 3],
  [40, 4],
  [80, 4],
  [10_000, 4],
])('%d failures where 5 are allowed are level %d', (failures, level) => {
  expect(levelOfRule(failures, rule)).toBe(level);
  // Ten seconds later the level is the same, unless there are many failures to decay.
  if (failures < 100) expect(levelOfRule(fade(failures, 10, rule.halfLifeSeconds), rule)).toBe(level);
});

test('a rule without work has one level, which means waiting', () => {
  expect([4, 5, 500].map((failures) => levelOfRule(failures, { ...rule, maxLevel: 0 }))).toEqual([0, 1, 1]);
});

test('failures halve in each half-life; a clock that was set back changes nothing', () => {
  expect(fade(8, 7_200, 3_600)).toBe(2);
  expect(fade(8, 0, 3_600)).toBe(8);
  expect(fade(8, -86_400, 3_600)).toBe(8);
  expect(fade(8, 1e9, 1)).toBe(0);
});

test('no rule that counts by Notice ID alone means waiting', () => {
  const waiting = Object.entries(defaultLoginRules).filter(([, { maxLevel }]) => maxLevel === 0);
  expect(waiting.map(([name]) => name)).toEqual([
    'no-script-login-pair',
    'no-script-login-address',
    'no-script-login-network',
  ]);
});

test('10,000 guesses without JavaScript take one network three days, and one address two weeks', () => {
  const secondsFor = (name: LoginRuleName) => {
    const { halfLifeSeconds } = defaultLoginRules[name];
    let failures = 0;
    let seconds = 0;
    for (let guess = 0; guess < 10_000; guess += 1) {
      for (; levelOfRule(failures, defaultLoginRules[name]) > 0; seconds += 60)
        failures = fade(failures, 60, halfLifeSeconds);
      failures += 1;
    }
    return seconds;
  };
  expect(secondsFor('no-script-login-network')).toBeGreaterThan(3 * 24 * 3_600);
  expect(secondsFor('no-script-login-address')).toBeGreaterThan(14 * 24 * 3_600);
});
