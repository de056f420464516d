import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApiResult } from '../browser/api-client.ts';
import { type FillingObserver, observeFilling } from './filling-observer.ts';
import { createClaimSender } from './send-claim.ts';

class Input extends EventTarget {
  readonly name: string;
  readonly type: string;
  readonly value: string = 'x';
  readonly defaultValue = '';
  form: { readonly id: string } | null = { id: 'claim-form' };

  constructor(name: string, type = 'text') {
    super();
    this.name = name;
    this.type = type;
  }
}
class Form {
  elements: readonly Input[] = [];
}
class NavigationTiming {
  readonly type: string;
  constructor(type: string) {
    this.type = type;
  }
}

let page: EventTarget & { hidden: boolean };
let form: Form;
let now: number;
let navigation: NavigationTiming;
let observer: FillingObserver;

beforeEach(() => {
  now = 4_000;
  form = new Form();
  navigation = new NavigationTiming('navigate');
  page = Object.assign(new EventTarget(), { hidden: false, getElementById: () => form });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { webdriver: false });
  vi.stubGlobal('HTMLInputElement', Input);
  vi.stubGlobal('HTMLFormElement', Form);
  vi.stubGlobal('PerformanceNavigationTiming', NavigationTiming);
  vi.stubGlobal('performance', {
    now: () => now,
    getEntriesByType: () => [navigation],
  });
  observer = observeFilling();
});
afterEach(() => vi.unstubAllGlobals());

/**
 * Fires an event as a browser dispatches it. Programs can set neither `isTrusted` nor the target.
 */
function fire(type: 'input' | 'paste', target: unknown, inputType?: string, isTrusted = true): void {
  const event = new Event(type);
  Object.defineProperty(event, 'isTrusted', { value: isTrusted });
  Object.defineProperty(event, 'target', { value: target });
  if (inputType !== undefined) Object.defineProperty(event, 'inputType', { value: inputType });
  page.dispatchEvent(event);
}
function show(isVisible: boolean): void {
  page.hidden = !isVisible;
  page.dispatchEvent(new Event('visibilitychange'));
}
/** Sets the browser's own count of inputs. */
const countInputs = (count: number) => Object.assign(performance, { eventCounts: new Map([['input', count]]) });
const none = { typed: 0, pasted: 0, filled: 0, other: 0 };

describe('a field counts once, by the way in which it was changed', () => {
  test.each([
    ['a key', 'insertText', 'typed'],
    ['a deletion', 'deleteContentBackward', 'typed'],
    ['composing, as for accents', 'insertCompositionText', 'typed'],
    ['composing in Safari', 'insertFromComposition', 'typed'],
    ['undoing', 'historyUndo', 'typed'],
    ['pasting', 'insertFromPaste', 'pasted'],
    ['dropping', 'insertFromDrop', 'pasted'],
    ['autofill in Firefox', 'insertReplacementText', 'filled'],
    ['autofill in Chrome', undefined, 'filled'],
    ['autofill in Safari', '', 'filled'],
  ] as const)('%s', (_how, inputType, way) => {
    const field = new Input('city');
    fire('input', field, inputType);
    fire('input', field, inputType);
    expect(observer.read()).toMatchObject({ ...none, [way]: 1 });
  });

  test('an event that a program made is none of these', () => {
    fire('input', new Input('city'), 'insertText', false);
    fire('paste', new Input('zip'), undefined, false);
    expect(observer.read()).toMatchObject({ ...none, other: 2 });
  });

  test('a table pasted into rows, which makes no input event', () => {
    fire('paste', new Input('classMembers.0.classMemberName'));
    expect(observer.read()).toMatchObject({ ...none, pasted: 1 });
  });

  test('keys outweigh pasting, pasting autofill, and autofill a program', () => {
    const [one, two, three] = [new Input('one'), new Input('two'), new Input('three')];
    fire('input', one, 'insertText');
    fire('input', one, 'insertFromPaste');
    fire('input', two, undefined);
    fire('input', two, 'insertFromPaste');
    fire('input', three, undefined, false);
    fire('input', three, undefined);
    expect(observer.read()).toMatchObject({ typed: 1, pasted: 1, filled: 1, other: 0 });
  });
});

test('ticks, choices, files and fields outside of the form do not count', () => {
  for (const type of ['checkbox', 'radio', 'file', 'hidden']) fire('input', new Input(type, type));
  fire('input', Object.assign(new EventTarget(), { name: 'state', form: { id: 'claim-form' } }));
  for (const other of [null, { id: 'log-in' }])
    fire('input', Object.assign(new Input('noticeId'), { form: other }), 'insertText');
  expect(observer.read()).toEqual({ visibleSeconds: 4, draftRestored: false, automated: false });
});

describe('a page that heard no input', () => {
  const fields = [
    new Input('name1'),
    new Input('city'),
    new Input('box', 'checkbox'),
    Object.assign(new Input('email'), { value: '' }),
  ];

  test('measured no field: it was filled in before this code was there', () => {
    form.elements = fields;
    expect(observer.read()).toEqual({ visibleSeconds: 4, draftRestored: false, automated: false });
    countInputs(3);
    expect(observer.read()).not.toHaveProperty('other');
  });

  test('was written by a program if the browser counted no input either', () => {
    form.elements = fields;
    countInputs(0);
    expect(observer.read()).toMatchObject({ ...none, other: 2 });
    fire('input', new Input('city'), undefined, false);
    expect(observer.read()).toMatchObject({ ...none, other: 2 });
    fire('input', new Input('city'), undefined);
    expect(observer.read()).toMatchObject({ ...none, filled: 1 });
  });

  test('measured nothing in a form that the server sent back with its answers', () => {
    form.elements = [Object.assign(new Input('city'), { defaultValue: 'x' })];
    countInputs(0);
    expect(observer.read()).toEqual({ visibleSeconds: 4, draftRestored: false, automated: false });
  });

  test('measured nothing after a reload, or when it shows a draft', () => {
    form.elements = fields;
    countInputs(0);
    observer.noteDraft(true);
    expect(observer.read()).toEqual({ visibleSeconds: 4, draftRestored: true, automated: false });
    observer.noteDraft(false);
    navigation = new NavigationTiming('reload');
    expect(observer.read()).not.toHaveProperty('other');
  });
});

describe('the seconds', () => {
  test('count from the opening of the page, without the time in which it was hidden', () => {
    now = 10_000;
    show(false);
    now = 70_000;
    expect(observer.read()?.visibleSeconds).toBe(10);
    show(true);
    now = 75_400;
    expect(observer.read()?.visibleSeconds).toBe(15);
  });

  test('stop at once in a page that was hidden when this code arrived', () => {
    page.hidden = true;
    const late = observeFilling();
    now = 60_000;
    expect(late.read()?.visibleSeconds).toBe(4);
  });
});

test('a browser that a program controls says so', () => {
  vi.stubGlobal('navigator', { webdriver: true });
  expect(observer.read()).toMatchObject({ automated: true });
});

test('nothing is measured where something fails', () => {
  vi.stubGlobal('performance', {});
  expect(observer.read()).toBeUndefined();
});

describe('a claim', () => {
  const filed: ApiResult<string> = { ok: true, data: '1000000008' };
  const refused = (field: string): ApiResult<string> => ({
    ok: false,
    code: 'invalid-answers',
    errors: [{ field, rule: 'unknown', message: 'Unknown' }],
  });
  async function send(...answers: readonly ApiResult<string>[]) {
    const sent: unknown[] = [];
    const result = await createClaimSender(observer)(
      (observations) => {
        sent.push(observations);
        return Promise.resolve(answers[sent.length - 1] ?? filed);
      },
      () => {},
    );
    return { sent, result };
  }

  test('is sent with what was observed, and the next one on the page starts anew', async () => {
    fire('input', new Input('city'), 'insertText');
    const { sent, result } = await send(filed);
    expect([sent, result]).toEqual([
      [{ ...none, typed: 1, visibleSeconds: 4, draftRestored: false, automated: false }],
      filed,
    ]);
    now = 9_000;
    expect(observer.read()).toEqual({ visibleSeconds: 5, draftRestored: false, automated: false });
  });

  test('that is refused keeps what was observed for the next attempt', async () => {
    fire('input', new Input('city'), 'insertText');
    const { sent, result } = await send(refused('zip'));
    expect([sent.length, result]).toEqual([1, refused('zip')]);
    expect(observer.read()).toMatchObject({ typed: 1 });
  });
});
