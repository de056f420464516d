import type { Form } from './definition.ts';

/** Computes a result once for each form, because a published definition never changes. */
export function memoizeByForm<F extends Form, T>(compute: (form: F) => T): (form: F) => T {
  const results = new WeakMap<F, T>();
  return (form) => {
    let result = results.get(form);
    if (result === undefined) {
      result = compute(form);
      results.set(form, result);
    }
    return result;
  };
}
