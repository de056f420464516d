import { composeMessage } from '@redress/server/platform/mail/mailers';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { Browser, expectProblem, goodAnswers, logInBrowser } from '../../../setup/browser.ts';
import { hasPdfToText } from '../../../setup/pdf-to-text.ts';
import { mailReceiptOf, printedReceiptOf } from '../../../setup/receipts.ts';
import { agentAnswers, fileTpp } from '../../../setup/sample-claims.ts';
import { beforeDeadline, memberOf, startTestServer, useTestServer } from '../../../setup/test-server.ts';

/** As sent by a phone set to Mexican Spanish. */
const mexican = 'es-MX,es;q=0.9,en;q=0.8';

let spanish: Browser;
let english: Browser;

const server = useTestServer();
beforeAll(async () => {
  spanish = await logInBrowser(server.app, memberOf(0), undefined, mexican);
  english = await logInBrowser(server.app, memberOf(0), undefined, 'en-US,en;q=0.9,es;q=0.5');
});

const rowOf = async (number: string) =>
  (await server.query('select language, answers, summary, answers_hash from claims where number = $1', [number]))[0];

describe('an API response', () => {
  test('is in the language that the request asks for, and names it', async () => {
    const answers = await Promise.all(
      [spanish, english, new Browser(server.app)].map((browser) => browser.send('GET', '/api/nothing-here')),
    );
    expect(answers.map((answer) => expectProblem(answer, 404, 'not-found').detail)).toEqual([
      'No hay nada en esta dirección.',
      'There is nothing at this address.',
      'There is nothing at this address.',
    ]);
    expect(answers.map(({ headers }) => [headers['content-language'], headers['vary']])).toEqual([
      ['es', 'Accept-Language'],
      ['en', 'Accept-Language'],
      ['en', 'Accept-Language'],
    ]);
  });

  test('before any handler runs is in that language too: no token, no JSON, too large, a bad key', async () => {
    const post = async (headers: Record<string, string>, body: string) => {
      const json = { 'content-type': 'application/json', ...headers };
      return (await spanish.send('POST', '/api/ConsumerClaimants', { headers: json, body })).text;
    };
    expect(await post({ 'x-xsrf-token': 'x' }, '{}')).toContain('Falta la clave de seguridad');
    expect(await post({}, '{')).toContain('La solicitud no es JSON');
    expect(await post({}, `"${'x'.repeat(2_000_000)}"`)).toContain('Demasiado grande');
    const badKey = expectProblem(await spanish.post(goodAnswers, 'short'), 400, 'bad-request');
    expect(badKey.detail).toContain('de 16 a 64 letras');
  });

  test('about different answers or a missing login is Spanish on a Spanish page', async () => {
    const stranger = new Browser(server.app, undefined, 'es');
    await stranger.session();
    const { detail } = expectProblem(await stranger.fileClaim(), 401, 'login-required');
    expect(detail).toContain('Inicie sesión con el Notice ID');
    const key = randomUUID();
    await spanish.fileClaim(goodAnswers, key);
    const other = await spanish.fileClaim({ ...goodAnswers, city: 'Tucson' }, key);
    expect(expectProblem(other, 409, 'key-used-for-other-answers')).toMatchObject({
      title: 'Ya se presentó un reclamo',
      detail: 'Este formulario ya se presentó con otras respuestas. Puede quedarse con ese reclamo o presentar otro.',
    });
  });

  test('is described: every operation with messages documents the language header', async () => {
    const { body } = await english.send('GET', '/api/openapi.json');
    // The console is for staff, in English only.
    const speaking = Object.entries(body.paths).filter(([path]) => !/health|assets|^\/api\/console/.test(path));
    expect(speaking.length).toBeGreaterThan(8);
    for (const [path, calls] of speaking) {
      for (const call of Object.values(calls))
        expect({ path, names: call.parameters?.map(({ name }) => name) }).toEqual({
          path,
          names: expect.arrayContaining(['accept-language']),
        });
    }
  });
});

describe('the errors of a form', () => {
  test('are those of the Spanish form, in the same order, by the same rules', async () => {
    const broken = { ...goodAnswers, name1: '', zip: '8500', email: 'nobody', insuranceQuestion: 'Sí' };
    const [es, en] = await Promise.all(
      [spanish, english].map(async (browser) =>
        expectProblem(await browser.post(broken, randomUUID()), 422, 'invalid-answers'),
      ),
    );
    expect(es?.errors?.map(({ field, rule }) => [field, rule])).toEqual(
      en?.errors?.map(({ field, rule }) => [field, rule]),
    );
    expect(es?.errors?.map(({ field, message }) => [field, message])).toEqual([
      ['name1', 'Complete este campo obligatorio'],
      ['zip', 'Escriba un código postal de EE. UU., como 99999 o 99999-9999'],
      ['email', 'Escriba un correo electrónico válido, como nombre@example.com'],
      // Options keep their English values; only the labels differ.
      ['insuranceQuestion', 'Elija una de las opciones de la lista'],
      ['googleRecaptchaToken', 'Complete este campo obligatorio'],
    ]);
    expect(es?.title).toBe('Hay respuestas que debe revisar');
  });
});

describe('a claim that was filed in Spanish', () => {
  test('records its language, with a Spanish summary and the same answers as any claim', async () => {
    const [es, en] = [await spanish.fileClaim(), await english.fileClaim()];
    const [esRow, enRow] = [await rowOf(es.body.claimNumber), await rowOf(en.body.claimNumber)];
    expect([esRow?.['language'], enRow?.['language']]).toEqual(['es', 'en']);
    expect(esRow?.['answers']).toEqual(enRow?.['answers']);
    const rows = JSON.stringify(esRow?.['summary']);
    expect(rows).toContain('"label":"Nombre y apellido","value":"Jane Doe"');
    expect(rows).toContain('"value":"Sí"');
    expect(rows).not.toContain('First and last name');
  });

  test('is the same claim when the same answers come again from the English page, and vice versa', async () => {
    const filings = [
      (browser: Browser, key: string) => browser.fileClaim(goodAnswers, key),
      (browser: Browser, key: string) => fileTpp(browser, agentAnswers, key),
    ];
    for (const file of filings)
      for (const [one, other, language] of [
        [spanish, english, 'es'],
        [english, spanish, 'en'],
      ] as const) {
        const key = randomUUID();
        const first = await file(one, key);
        const again = await file(other, key);
        expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
        // A claim keeps the language it was first filed in.
        expect((await rowOf(first.body.claimNumber))?.['language']).toBe(language);
      }
  });

  test('is in English if the case has no Spanish form', async () => {
    const { connectionString } = server;
    const alone = await startTestServer({ connectionString, change: ({ translations: _none, ...given }) => given });
    try {
      const browser = await logInBrowser(alone.app, memberOf(0), undefined, 'es');
      expect((await rowOf((await browser.fileClaim()).body.claimNumber))?.['language']).toBe('en');
    } finally {
      await alone.close();
    }
  });
});

describe('the receipt of a claim that was filed in Spanish', () => {
  const caption = 'In re Antidepressant End-Payor Antitrust Litigation';

  test('is in Spanish, whatever language the browser asks for later', async () => {
    const { claimNumber } = (await spanish.fileClaim()).body;
    const headers = { 'accept-language': 'en' };
    const answer = await spanish.send('GET', `/api/claims/${claimNumber}/receipt.pdf`, { headers });
    expect(answer.headers['content-language']).toBe('es');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="recibo-11416REF${claimNumber}.pdf"`);
    // PDF writes a document's `es-US` like this.
    expect(answer.text).toMatch(/\/Lang \(es-US\)/);
  });

  test.skipIf(!hasPdfToText)('is all in Spanish except the court’s caption', async () => {
    server.now = new Date('2025-07-18T19:42:00Z');
    try {
      const late = await logInBrowser(server.app, memberOf(1), undefined, mexican);
      const { claimNumber } = (await late.fileClaim({ ...goodAnswers, documentsToFollow: 3 })).body;
      const text = await printedReceiptOf(server, claimNumber);
      for (const expected of [
        'Recibo de su reclamo',
        `Número de referencia 11416REF ${claimNumber.replace(/(...)(...)(....)/, '$1 $2 $3')}`,
        'Recibido el 18 jul 2025, 3:42 p. m. EDT',
        'Formulario FORMULARIO DE RECLAMO DEL CONSUMIDOR',
        'después de la fecha límite, que fue el 17 de julio de 2025. Está marcado como tardío.',
        'Qué sigue',
        'Sección A: Identificación del reclamante',
        'Nombre y apellido Jane Doe',
        '(sin respuesta)',
        'Documentos recibidos',
        'no habíamos recibido ningún documento',
        'Página 1 de',
      ])
        expect(text).toContain(expected);
      expect(text.replace(caption, '')).not.toMatch(/\b(the|claim|receipt|your|of|Page|Section|Received|answer)\b/i);
    } finally {
      server.now = beforeDeadline;
    }
  });

  test('is sent as a Spanish message that links to the Spanish pages', async () => {
    const { claimNumber } = (await spanish.fileClaim()).body;
    const { mail } = await mailReceiptOf(server, claimNumber);
    if (!mail) throw new Error('Nothing was sent');
    const reference = `11416REF${claimNumber}`;
    expect(mail.subject).toBe(`Recibo de su reclamo: ${reference}`);
    expect(mail.from.name).toBe('Acuerdo antimonopolio sobre un antidepresivo');
    expect(mail.attachment?.name).toBe(`recibo-${reference}.pdf`);
    expect(composeMessage(mail).headers).toMatchObject({ 'Content-Language': 'es-US' });
    expect(mail.html).toContain('<html lang="es-US">');
    expect(mail.html).toMatch(new RegExp(`<p [^>]*lang="en">${caption}</p>`));
    // Non-breaking spaces count as spaces.
    for (const part of [mail.text, mail.html].map((text) => text.replaceAll(/\s+/g, ' ')))
      for (const expected of [
        'Hola, Jane Doe:',
        'Recibimos su reclamo en el Acuerdo antimonopolio sobre un antidepresivo.',
        '1 jul 2025, 8:00 a. m. EDT',
        'Qué sigue',
        'https://claims.example.com/es',
        '1-800-555-0142',
      ])
        expect(part).toContain(expected);
    expect(mail.text).toContain('Su recibo en internet: https://claims.example.com/es/receipt');
    const inSpanish = mail.text.replace(caption, '').replaceAll(/https?:\S+/g, '');
    expect(inSpanish).not.toMatch(/\b(the|claim|receipt|your|dear|website|phone)\b/i);
  });
});
