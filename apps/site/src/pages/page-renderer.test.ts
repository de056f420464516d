import { site } from '@redress/content/site';
import { formElementId, outcomeId } from '@redress/contract/no-script-form';
import type { ClaimStatus } from '@redress/contract/claim-status';
import type { FormPage } from '@redress/contract/settlement';
import type { NoScriptForm } from '@redress/contract/page-renderer';
import type { StatusClaimView } from '@redress/contract/status-page';
import { describe, expect, it } from 'vitest';
import { pageRenderer } from './page-renderer.tsx';

const submitted: NoScriptForm = { answers: {}, errors: [], documents: [] };
const claim = { claimNumber: '1234567897', dateCreated: '2025-07-18T03:30:00.000Z' };
const unsigned = { field: 'signature', rule: 'required', message: 'It must be signed' };

const pages = site.pages.filter((page): page is FormPage => page.kind === 'form');
const everyForm = pages.map((page) => ({ path: page.path, page, language: page.language ?? 'en' }));
const pathOf = (form: string, language: string) =>
  pages.find((page) => page.form === form && (page.language ?? 'en') === language)?.path ?? '';

/** The tags with this attribute, as written in the HTML. */
const tagsWith = (html: string, attribute: string): string[] =>
  [...html.matchAll(/<[a-z][^>]*>/g)].map(([tag]) => tag).filter((tag) => tag.includes(attribute));
const tagWith = (html: string, attribute: string): string => tagsWith(html, attribute)[0] ?? '';
const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ');
/** The HTML after the place where reading continues. */
const fromOutcome = (html: string) => textOf(html.slice(html.indexOf(`id="${outcomeId}"`) - 1).replace(/^[^>]*>/, ''));

async function renderForm(path: string, returned: Partial<NoScriptForm> = {}) {
  const { island, titlePrefix } = await pageRenderer.form(path, 'open', { ...submitted, ...returned });
  // The data for the script repeats what is rendered.
  return { html: island.replace(/ data-island="[^"]*"/, ''), island, titlePrefix };
}

describe.each(everyForm)('the form at $path, rendered again', ({ path, page, language }) => {
  const name = page.form === 'tpp' ? 'positionTitle' : 'name1';

  it('submits to its own address or the other language’s, by SUBMIT as its first button, and continues at the outcome', async () => {
    const { html } = await renderForm(path);
    const form = tagWith(html, 'id="claim-form"');
    expect(form).toContain(`action="${path}?posted#outcome"`);
    expect(form).toContain('method="post"');
    expect(form).toContain('encType="multipart/form-data"');
    expect(tagWith(html, `id="${outcomeId}"`)).toContain('tabindex="-1"');
    // The Enter key presses the first one. None is disabled.
    const ofForm = html.slice(html.indexOf(`id="${formElementId}"`));
    const buttons = tagsWith(ofForm, '<button').filter((tag) => !tag.includes('type="button"'));
    expect(buttons[0]).toContain('aria-hidden="true"');
    expect(buttons[0]).toContain('tabindex="-1"');
    expect(buttons[0]).not.toContain('name=');
    expect(buttons.filter((tag) => / disabled/.test(tag))).toEqual([]);
    const other = language === 'en' ? 'es' : 'en';
    expect(tagWith(html, `formAction="${pathOf(page.form, other)}?posted#outcome"`)).toContain(`lang="${other}"`);
  });

  it('lists errors first, ties each to its field, and keeps what was typed', async () => {
    const { html, titlePrefix } = await renderForm(path, {
      answers: { [name]: 'A "quoted" name', signature: '' },
      errors: [unsigned],
    });
    expect(titlePrefix).toBe('Error: ');
    expect(tagWith(html, `id="${outcomeId}"`)).toContain('class="summary"');
    expect(fromOutcome(html)).toContain(unsigned.message);
    expect(tagWith(html, 'href="#field-signature"')).not.toBe('');
    const input = tagWith(html, 'id="field-signature"');
    expect(input).toContain('aria-invalid="true"');
    expect(input).toContain('aria-describedby="field-signature-hint field-signature-error"');
    expect(html).toContain('id="field-signature-error"');
    expect(tagWith(html, `name="${name}"`)).toContain('value="A &quot;quoted&quot; name"');
    // The captcha needs script.
    expect(html).not.toContain('field-googleRecaptchaToken-error');
  });

  it('says below an error how to fix it, and asks about a probable mistake', async () => {
    const email = page.form === 'tpp' ? 'emailAddress' : 'email';
    const { html } = await renderForm(path, {
      answers: { optSectionRadio: 'Company', street1: '12 Elm Street; rear', [email]: 'jane@gmial.com' },
      errors: [{ field: 'street1', rule: 'pattern', message: 'Only use letters' }],
    });
    const said =
      language === 'es'
        ? ['Quite el punto y coma (;).', '¿Quiso escribir ']
        : ['Remove the semicolon (;).', 'Did you mean '];
    for (const text of said) expect(textOf(html)).toContain(text);
    expect(tagWith(html, `name="${email}"`)).toContain(`field-${email}-question`);
    // The button that accepts the suggestion needs script.
    expect(html).not.toContain('jane@gmail.com</button>');
  });

  it('names each field of its errors in one sentence, whatever its label ends with', async () => {
    const fields = ['excludedAcknowledgement', 'insured', name].map((field) => ({ ...unsigned, field }));
    const { html } = await renderForm(path, { errors: fields });
    const links = [...html.matchAll(/<a href="#field-[^"]*">([^<]*)</g)].map(([, text]) => text);
    expect(links.length).toBeGreaterThan(0);
    for (const text of links) expect(text).not.toMatch(/[.:?!]:/);
  });

  it('lists its documents, each with a way to remove it, and asks for no captcha', async () => {
    const { html } = await renderForm(path, { documents: [{ id: 'd-1', name: 'my <receipt>.pdf', size: 2048 }] });
    expect(html).toContain('my &lt;receipt&gt;.pdf');
    expect(tagWith(html, 'value="remove-document d-1"')).toContain('formAction="?posted#field-files"');
    expect(tagWith(html, 'type="file"')).toContain('name="files"');
    // This field lets the server notice an upload that it has lost.
    const listed = tagWith(html, 'name="kept.d-1"');
    expect(listed).toContain('type="hidden"');
    expect(listed).toContain('value="2048 my &lt;receipt&gt;.pdf"');
    expect(html).not.toContain('googleRecaptchaToken');
  });

  it('says why a document was refused, at its field', async () => {
    const message = 'virus.exe cannot be taken.';
    const { html } = await renderForm(path, { errors: [{ field: 'files', rule: 'document', message }] });
    expect(fromOutcome(html)).toContain(message);
    expect(tagWith(html, 'id="field-files"')).toContain('field-files-error');
  });

  it('shows the claim that was already filed with the form, and the next steps', async () => {
    const { html, titlePrefix } = await renderForm(path, { conflict: claim });
    expect(titlePrefix).toBe('Error: ');
    expect(html).toContain('<span>123</span><span>456</span><span>7897</span>');
    expect(tagWith(html, 'value="keep-claim"')).toContain('name="do"');
    expect(tagWith(html, 'value="file-another"')).toContain('name="do"');
    // From here on the browser submits the form: the script must neither hold documents back
    // nor ask for a captcha.
    expect(html).not.toContain('googleRecaptchaToken');
  });

  it.each([
    [{ name: 'too-many', minutes: 5 } as const, { en: 'Wait 5 minutes', es: 'Espere 5 minutos' }],
    [
      { name: 'login-wait', text: { en: 'Many wrong IDs came', es: 'Llegaron muchos números' } } as const,
      { en: 'Many wrong IDs came', es: 'Llegaron muchos números' },
    ],
    [
      { name: 'unavailable' } as const,
      {
        en: 'Something went wrong on our side. Nothing was lost',
        es: 'Algo falló en nuestro sistema. No se perdió nada',
      },
    ],
    [
      { name: 'overloaded' } as const,
      { en: 'Many people are filing right now', es: 'muchas personas están presentando reclamos' },
    ],
    [{ name: 'too-large' } as const, { en: 'larger than we can accept', es: 'más de lo que podemos recibir' }],
    [{ name: 'not-ours' } as const, { en: 'we did not file it', es: 'no lo presentamos' }],
  ])('says first that it was not filed: %o', async (notice, words) => {
    const { html, titlePrefix } = await renderForm(path, { notice });
    expect(titlePrefix).toBe('Error: ');
    expect(fromOutcome(html).indexOf(words[language])).toBeGreaterThan(-1);
    expect(fromOutcome(html).indexOf(words[language])).toBeLessThan(100);
  });

  it('is a notice when filing is closed', async () => {
    const { island } = await pageRenderer.form(path, 'closed', submitted);
    expect(island).toContain(`id="${outcomeId}"`);
    expect(island).not.toContain('<form');
  });

  it('includes the submitted data for a script that does run', async () => {
    const { island } = await renderForm(path, { answers: { signature: 'Ana Núñez' } });
    const json = (/ data-island="([^"]*)"/.exec(island)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&#x27;', "'");
    expect(JSON.parse(json)).toMatchObject({ page: { path }, returned: { answers: { signature: 'Ana Núñez' } } });
  });
});

describe.each(['en', 'es'] as const)('a switch and rows, in "%s"', (language) => {
  const path = pathOf('tpp', language);
  const agent = { optSectionRadio: 'Agent', relationshipType: 'Other' };

  it('continues at the section that the answer shows', async () => {
    const { html } = await renderForm(path, { answers: { optSectionRadio: 'Company' } });
    expect(tagWith(html, 'formAction="?posted#after-optSectionRadio"')).toContain('value="continue"');
    expect(html).toMatch(/id="section-A"[^§]*?<h2 id="after-optSectionRadio" tabindex="-1">/);
    // The select shows nothing new, so reading continues after it.
    expect(tagWith(html, 'id="after-companyHealthType"')).toContain('class="without-script"');
    const other = await renderForm(path, { answers: agent });
    expect(other.html).toMatch(
      /<div id="after-relationshipType" tabindex="-1"><div class="field"><label for="field-other/,
    );
  });

  it('renders every row, including the blank one, and continues at the next one', async () => {
    const classMembers = [{ classMemberName: 'First Plan', classMemberFEIN: '123456789' }, {}];
    const { html } = await renderForm(path, { answers: { ...agent, classMembers } });
    expect(tagWith(html, 'name="classMembers.0.classMemberName"')).toContain('value="First Plan"');
    expect(tagWith(html, 'name="classMembers.1.classMemberName"')).toContain('value=""');
    expect(html).not.toContain('classMembers.2.classMemberName"/>');
    expect(tagWith(html, 'value="add-row classMembers"')).toContain(
      'formAction="?posted#field-classMembers.2.classMemberName"',
    );
    expect(tagWith(html, 'value="remove-row classMembers 1"')).toContain('formAction="?posted#field-classMembers"');
  });

  it('ties a message to its cell, and names the row in the summary', async () => {
    const { html } = await renderForm(path, {
      answers: { ...agent, classMembers: [{ classMemberName: 'First Plan', classMemberFEIN: '12' }] },
      errors: [{ field: 'classMembers.0.classMemberFEIN', rule: 'min', message: 'nine' }],
    });
    expect(tagWith(html, 'href="#field-classMembers.0.classMemberFEIN"')).not.toBe('');
    expect(fromOutcome(html)).toMatch(/ 1, FEIN ?: nine/);
    expect(tagWith(html, 'id="field-classMembers.0.classMemberFEIN"')).toContain('aria-invalid="true"');
  });

  it('drops answers that a switch hides', async () => {
    const { html } = await renderForm(path, { answers: { ...agent, healthPlanCompanyName: 'Hidden Health' } });
    expect(html).not.toContain('Hidden Health');
  });
});

describe.each(['en', 'es'] as const)('the login within the consumer form, in "%s"', (language) => {
  const path = pathOf('consumer', language);

  it('asks for the two IDs right after the reason', async () => {
    const { html } = await renderForm(path, { login: null, notice: { name: 'login-required', again: false } });
    const outcome = html.indexOf(`id="${outcomeId}"`);
    const id = html.indexOf('name="login.noticeId"');
    expect(id).toBeGreaterThan(outcome);
    expect(html.indexOf('name="login.uniqueId"')).toBeGreaterThan(id);
    expect(html.indexOf('name="name1"')).toBeGreaterThan(id);
  });

  it('says that nobody was found, with the message of the login page', async () => {
    const { html } = await renderForm(path, { login: null, notice: { name: 'login-not-found' } });
    expect(fromOutcome(html)).toContain(language === 'en' ? 'User not found Please Try again' : 'no encontrado');
  });

  it('no longer asks for them after a login', async () => {
    const { html } = await renderForm(path, { login: { noticeId: '100000001', name: 'J••• D••' } });
    expect(html).not.toContain('login.noticeId');
    expect(textOf(html)).toContain('100000001');
  });
});

describe.each(['/consumer-login', '/es/consumer-login'])('the login page at %s, rendered again', (path) => {
  const isEnglish = path === '/consumer-login';

  it('says that nobody was found, as an alert at the top, with empty fields', async () => {
    const { island, titlePrefix } = await pageRenderer.login(path, {
      answers: {},
      errors: [],
      notice: { name: 'login-not-found' },
      typed: { noticeId: '100000001', uniqueId: 'DEMO0003' },
    });
    // The refused IDs have a form before that of the login, whose Login button the Enter key presses.
    const refused = island.slice(0, island.indexOf('id="claim-form"'));
    expect(tagWith(refused, 'name="login.uniqueId"')).toContain('value="DEMO0003"');
    expect(tagWith(refused, 'value="fill-in"')).toContain('type="submit"');
    expect(textOf(refused)).toContain(isEnglish ? 'Unique ID: DEMO0003' : 'DEMO0003');
    expect(titlePrefix).toBe('Error: ');
    expect(tagWith(island, `id="${outcomeId}"`)).toContain('role="alert"');
    if (isEnglish) expect(fromOutcome(island)).toMatch(/^ ?User not found Please Try again/);
    expect(tagWith(island, 'name="noticeId"')).toContain('value=""');
    expect(tagWith(island, 'id="claim-form"')).toContain(`action="${path}?posted#outcome"`);
  });

  it('says how long to wait, as an alert', async () => {
    const text = { en: 'Please wait 3 minutes', es: 'Espere 3 minutos' };
    const { island } = await pageRenderer.login(path, {
      answers: {},
      errors: [],
      notice: { name: 'login-wait', text },
    });
    expect(tagWith(island, `id="${outcomeId}"`)).toContain('role="alert"');
    expect(fromOutcome(island)).toContain(isEnglish ? text.en : text.es);
  });

  it('keeps invalid IDs, with their errors', async () => {
    const { island } = await pageRenderer.login(path, {
      answers: { noticeId: '12', uniqueId: 'DEMO0001' },
      errors: [{ field: 'noticeId', rule: 'min', message: 'at least nine' }],
    });
    expect(tagWith(island, 'name="noticeId"')).toContain('value="12"');
    expect(tagWith(island, `id="${outcomeId}"`)).toContain('class="summary"');
    expect(tagWith(island, 'id="field-noticeId"')).toContain('aria-invalid="true"');
  });
});

describe.each(['/consumera-instructions', '/es/consumera-instructions'])('%s, rendered after a login', (path) => {
  it('shows the claim that was already filed under the ID, and the next step', async () => {
    const { island } = await pageRenderer.afterLogin(path, claim);
    expect(island).toContain('11416REF1234567897');
    expect(island).toContain(`href="${path.replace('instructions', 'claimants')}"`);
    expect(tagWith(island, `id="${outcomeId}"`)).toContain('class="note warn"');
  });
});

describe.each(['/consumer-complete', '/es/consumer-complete', '/tpp-complete', '/es/tpp-complete'])(
  'the confirmation at %s, rendered for a claim',
  (path) => {
    const isEnglish = !path.startsWith('/es');
    const status: ClaimStatus = {
      reference: '99999REF1234567897',
      settlement: 'Invented Settlement',
      due: [],
      next: ['We review it.'],
    };
    /** Removes the markup, because elements separate the digits of numbers for the eye. */
    const readable = (island: string) => island.replace(/ data-island="[^"]*"/, '').replace(/<[^>]+>/g, '');

    it('shows its number, its date in the court’s time zone, its receipt, that it is late, and its documents', async () => {
      const { island, titlePrefix } = await pageRenderer.complete(path, {
        ...claim,
        formId: 'consumer',
        late: true,
        documents: 3,
        status: { ...status, lateNotice: 'It is late.' },
      });
      expect(titlePrefix).toBe('');
      expect(tagWith(island, `id="${outcomeId}"`)).toMatch(/^<h1 /);
      const text = readable(island);
      expect(text).toContain('99999REF1234567897');
      // 3:30 in the morning, UTC, is the evening before in New York.
      expect(text).toContain(isEnglish ? 'July 17, 2025' : '17 de julio de 2025');
      expect(island).toContain(
        `<form action="${isEnglish ? '' : '/es'}/receipt" encType="multipart/form-data" method="post">`,
      );
      expect(text).toContain('It is late.');
      expect(text).toContain(isEnglish ? '3 documents' : '3 documentos');
    });

    it('shows only the number, with the prefix of the page, when nothing else is known', async () => {
      const { island } = await pageRenderer.complete(path, { claimNumber: claim.claimNumber });
      const text = readable(island);
      expect(text).toContain(path.includes('tpp') ? '11415REF1234567897' : '11416REF1234567897');
      expect(text).not.toMatch(/is late|Received on|Recibido el|marked late|tardío|\d documents?|Invalid/);
      expect(island).not.toContain('<time');
    });
  },
);

it.each([
  ['/lost-ids', 'Phone number (phone or email required)', 'Email address (phone or email required)'],
  [
    '/es/lost-ids',
    'Teléfono (se requiere teléfono o correo electrónico)',
    'Correo electrónico (se requiere teléfono o correo electrónico)',
  ],
])('%s says with phone and email that one of the two is required', async (path, ...labels) => {
  const { island } = await pageRenderer.idRequest(path, { answers: {}, errors: [] });
  const text = textOf(island);
  for (const label of labels) expect(text).toContain(label);
  expect(text).not.toMatch(/\(op(t|c)ional\)/);
});

it.each([
  [{ name: 'wrong-code' }, 'Error: '],
  [{ name: 'not-found' }, 'Error: '],
  [{ name: 'too-many', minutes: 2 }, 'Error: '],
  [{ name: 'other-claim' }, 'Error: '],
  [{ name: 'signed-out' }, ''],
  [{ name: 'expired' }, ''],
] as const)('the title of a status page with the notice %j starts with "%s"', async (notice, prefix) => {
  const { titlePrefix } = await pageRenderer.status('/status', { name: 'sign-in', typed: {}, missing: [], notice });
  expect(titlePrefix).toBe(prefix);
});

const statusView: StatusClaimView = {
  name: 'claim',
  number: '1234567897',
  reference: '11416REF1234567897',
  settlement: 'Invented Settlement',
  formId: 'consumer',
  state: 'in-review',
  steps: [],
  due: [],
  next: [],
  sent: [],
  letters: [],
  opensLetters: true,
  canDispute: false,
  withdraw: 'no',
  disputeFiles: [],
  maxFiles: 0,
  contact: { address: null, email: null, held: [], holdDays: 3, fields: [] },
  errors: {},
  typed: {},
};

it.each([
  ['/status', 'consumer', undefined],
  ['/status', 'individual', 'Prescription Savings Club Settlement: a separate case'],
  ['/es/status', 'individual', 'Acuerdo del club de ahorros en recetas: un caso aparte'],
])('%s of a claim on the form %s has the caption of its case: %s', async (path, formId, caption) => {
  expect((await pageRenderer.status(path, { ...statusView, formId })).caption).toBe(caption);
});

it('refuses to render a page of another kind', async () => {
  await expect(pageRenderer.form('/contact', 'open', submitted)).rejects.toThrow('no form page at /contact');
});
