import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { documents } from '@redress/content/documents';
import { settlement } from '@redress/content/settlement';
import { site } from '@redress/content/site';
import { hours } from '@redress/content/shared/formats';
import { observationDays } from '@redress/contract/observations';
import { savedFormDays } from '@redress/contract/saved-form-link';
import { loginSeconds } from '@redress/contract/cookie-lifetimes';
import { xsrfCookie } from '@redress/contract/http-headers';
import { securityHeaders } from '@redress/server/http/security-headers';
import { keepMilliseconds } from '@redress/server/exports/end-export';
import { stagedMilliseconds } from '@redress/server/uploads/cleanup-uploads';
import { resumableMilliseconds } from '@redress/server/uploads/unfinished-uploads';
import { describe, expect, test } from 'vitest';

const dayMilliseconds = 24 * 60 * 60 * 1_000;
const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sources = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|node_modules|dist/.test(file))
    .map((file) => join(folder, file));

/** The Markdown of a policy that the footer links to. */
function policyNamed(id: string | undefined): string {
  const source = documents.find((document) => document.id === id)?.source;
  if (source?.kind !== 'prose') throw new Error(`${id} is not prose`);
  return source.markdown;
}
/** A message of the forms, from `apps/site/src/messages`. */
function messageIn(texts: string, name: string): string {
  const word = new RegExp(`\\b${name}: '(.+)'`).exec(texts)?.[1];
  if (word === undefined) throw new Error(`apps/site/src/messages has no word "${name}"`);
  return word;
}
const english = policyNamed(site.footer.privacyPolicy.document);
// Only if the website has two languages.
const inSpanish = site.translations?.es?.footer.privacyPolicy.document;
const spanish = inSpanish === undefined ? undefined : policyNamed(inSpanish);

/** What each policy must say, per language. */
const policies = {
  English: {
    policy: english,
    words: 'apps/site/src/messages/form-en.ts',
    login: /redress-login.*two hours/,
    claims: /redress-claim-N.*30 days.*up to 20 claims/,
    inBrowser: /^- \*\*[^*]*, in this browser\b/,
    noAnalytics: 'no analytics service',
    unfiled: 'we delete them after 24 hours',
    language: 'when and in which language it was filed',
    mark: 'A claim filed without script is marked too',
    checks: /The checks of data files.*totals.*only the last four digits/,
    notes:
      /\*\*Notes of our staff\*\* about your claim, and about calls[^]*we delete your answers[^.]*the notes of our staff\./,
    checkedInBrowser: /your browser checks it on your device.*only when you file.*check it again/,
    unfinished: /large file.*deleted after a week/,
    saved: (days: number) =>
      `keep your answers for ${days} days. They are encrypted, and only the link can decrypt them.`,
    kept: (years: number) =>
      new RegExp(
        `for ${years} years after the claim deadline. If you filed after the deadline, the ${years} years begin on`,
      ),
    members: (years: number) => `The lists of class members are deleted ${years} years after the claim deadline`,
    newAddresses: /learn of a new address, we keep it.*New addresses are deleted with them/s,
    idAnswers: /keep what we answered, who answered, and when.*lost IDs are deleted then too, with our answers/s,
    access:
      /depends on their role.*masked names.*Tax IDs show only the last four digits.*sign in again and give a reason/,
    log: /A log records each time our staff open a claim, search, download or export.*We keep this log after your data is deleted/,
    logKept: 'the record of what was done, and the log of who saw it',
    exports: /keeps the file encrypted and deletes it after seven days.*whole tax IDs only if a second person approves/,
    observations: (keep: number) =>
      new RegExp(
        `do not note which keys you press.*coded form.* of your internet address.*do not keep the address itself` +
          `.*delete them ${keep} days after the claim deadline. If you filed after the deadline, we delete them ${keep} days after`,
        's',
      ),
    compared:
      /compares claims with each other.*coded forms of your name, address, email address, phone number.*People decide whether a claim is rejected, and not a score.*coded forms are deleted with your answers/s,
    lastDigits: [
      'The last four digits are also kept unencrypted',
      'encrypted, except the last four digits of a tax ID',
    ],
  },
  Spanish: {
    policy: spanish,
    words: 'apps/site/src/messages/form-es.ts',
    login: /redress-login.*dos horas/,
    claims: /redress-claim-N.*30 días.*hasta 20 reclamos/,
    inBrowser: /^- \*\*[^*]*, en (?:este|esta pestaña del) navegador\b/,
    noAnalytics: 'ningún servicio de estadísticas',
    unfiled: 'los borramos después de 24 horas',
    language: 'cuándo y en qué idioma se presentó',
    mark: 'También se marca un reclamo presentado sin script',
    checks: /Las revisiones de los archivos de datos.*totales.*solo las últimas cuatro cifras/,
    notes:
      /\*\*Notas de nuestro personal\*\* sobre su reclamo[^]*borramos sus respuestas[^.]*las notas de nuestro personal\./,
    checkedInBrowser: /su navegador lo revisa por sí mismo.*solo cuando presenta el reclamo.*revisan otra vez/,
    unfinished: /archivo grande.*se borra después de una semana/,
    saved: (days: number) =>
      `guardamos sus respuestas durante ${days} días. Están cifradas, y solo el enlace puede descifrarlas.`,
    kept: (years: number) =>
      new RegExp(
        `durante ${years} años después de la fecha límite para reclamar. Si usted reclamó después de esa fecha, los ${years} años empiezan`,
      ),
    members: (years: number) => `Las listas de miembros de la clase se borran ${years} años después de la fecha límite`,
    newAddresses: /enteramos de una dirección nueva, la guardamos.*Con ellas se borran las direcciones nuevas/s,
    idAnswers:
      /guardamos lo que respondimos, quién respondió y cuándo.*se borran también entonces, con nuestras respuestas/s,
    access:
      /depende de su función.*letras ocultas.*solo las últimas cuatro cifras.*identificarse otra vez y dar un motivo/,
    log: /Un registro de accesos anota cada vez que nuestro personal abre un reclamo, busca, descarga o exporta.*Guardamos este registro aun después de borrar/,
    logKept: 'el registro de lo que se hizo y el de quién lo vio',
    exports: /guarda el archivo cifrado y lo borra después de siete días.*completos solo si otra persona lo aprueba/,
    observations: (keep: number) =>
      new RegExp(
        `No anotamos qué teclas oprime.*forma en clave.* de su dirección de internet.*La dirección misma no la guardamos` +
          `.*Las borramos ${keep} días después de la fecha límite para reclamar. Si usted reclamó después de esa fecha, las borramos ${keep} días`,
        's',
      ),
    compared:
      /compara los reclamos unos con otros.*formas en clave de su nombre, dirección, correo electrónico, teléfono.*deciden personas, y no un puntaje.*formas en clave se borran con sus respuestas/s,
    lastDigits: [
      'Las últimas cuatro cifras se guardan también sin cifrar',
      'cifrados, excepto las últimas cuatro cifras',
    ],
  },
} as const;

test('only three files of the server set cookies of visitors; those of staff are set in their own folder', () => {
  const setters = sources('apps/server/src').filter(
    (file) => /\bsetCookie\(|\bsignedCookie\(/.test(read(file)) && !file.startsWith(join('apps/server/src/staff', '/')),
  );
  expect(new Set(setters.map((file) => basename(file)))).toEqual(
    new Set(['browser-cookies.ts', 'signed-cookies.ts', 'csrf.ts']),
  );
});

test('the documentation and the server agree on when a login ends', () => {
  const duration = new RegExp(hours(loginSeconds), 'i');
  for (const file of ['docs/security.md', 'docs/operations.md', 'docs/accessibility.md'])
    expect(read(file)).toMatch(duration);
});

test('only one file of the site stores data in the browser', () => {
  const keepers = sources('apps/site/src').filter((file) =>
    /\b(localStorage|sessionStorage|indexedDB)\b/.test(read(file)),
  );
  expect(new Set(keepers.map((file) => basename(file)))).toEqual(new Set(['storage.ts']));
});

const present = Object.entries(policies).flatMap(([name, { policy, ...says }]) =>
  policy === undefined ? [] : [{ name, policy, ...says }],
);

describe.each(present)('the $name privacy policy', ({ policy, ...says }) => {
  test('names every cookie that the server sets, and no other', () => {
    const code = ['browser-cookies.ts', 'csrf.ts'].map((file) => read(`apps/server/src/http/${file}`)).join('\n');
    const set = new Set([...code.matchAll(/'(redress-[^']+)'/g)].map(([, name = '']) => name.replace(/-$/, '-N')));
    const named = [...policy.matchAll(/\*\*Cookie ([\w-]+)\*\*/g)].map(([, name]) => name);
    // Read, but no longer set.
    expect(set.delete('redress-claims')).toBe(true);
    expect(policy).toContain(', redress-claims,');
    expect(new Set(named)).toEqual(new Set([xsrfCookie, ...set]));
  });

  test('gives the lifetimes of the cookies', () => {
    expect(policy).toMatch(says.login);
    expect(policy).toMatch(says.claims);
  });

  test('lists the four things that the site stores in the browser', () => {
    expect(policy.split('\n').filter((line) => says.inBrowser.test(line))).toHaveLength(4);
  });

  test('may say that no other party sees a visit: everything loaded is the website’s own', () => {
    const directives = (securityHeaders(true)('/')['content-security-policy'] ?? '').split('; ');
    expect(directives).toContain("default-src 'none'");
    const sources = directives
      .filter((each) => each.includes('-src '))
      .map((each) => each.split(' ').slice(1).join(' '));
    expect(new Set(sources)).toEqual(new Set(["'none'", "'self'"]));
    expect(policy).toContain(says.noAnalytics);
  });

  test('says what is kept of forms and claims sent without script, and that a claim has a language', () => {
    expect(stagedMilliseconds).toBe(dayMilliseconds);
    expect(policy).toContain(says.unfiled);
    expect(policy).toContain(says.mark);
    expect(policy).toContain(says.language);
  });

  test('says what is kept of data files: their checks, and for how long an incomplete one is kept', () => {
    expect(read('apps/server/src/database/migrations/0005-data-files.sql')).toMatch(/create table data_checks/);
    expect(policy).toMatch(says.checks);
    expect(policy).toMatch(says.checkedInBrowser);
    expect(resumableMilliseconds).toBe(7 * dayMilliseconds);
    expect(policy).toMatch(says.unfinished);
  });

  test('says that staff write notes, and that they are deleted with the claim', () => {
    expect(policy).toMatch(says.notes);
    expect(read('apps/server/src/operations/purge/purge.ts')).toContain("['notes', 'calls']");
  });

  test('says how long a saved form is kept, and who can read it', () => {
    expect(policy).toContain(says.saved(savedFormDays));
  });

  test('says how long claims and lists are kept, as `npm run purge` deletes them', () => {
    for (const { caseId, deadline } of settlement.claimForms) {
      const rule = settlement.retention?.[caseId];
      expect(rule?.from).toBe(deadline);
      expect(policy).toMatch(says.kept(rule?.years ?? 0));
      expect(policy).toContain(says.members(rule?.years ?? 0));
    }
  });

  test('says what is kept of addresses that staff correct and of requests that they answer, and for how long', () => {
    expect(policy).toMatch(says.newAddresses);
    expect(policy).toMatch(says.idAnswers);
  });

  test('says what is noted about how and from where a claim was filed, and for how long', () => {
    expect(policy).toMatch(says.observations(observationDays));
    const migration = read('apps/server/src/database/migrations/0024-integrity.sql');
    expect(migration).toContain('address_hash bytea');
    expect(migration).not.toMatch(/\binet\b|\bcidr\b|user_agent/);
  });

  test('says that claims are compared by hashes, that people decide, and when the hashes are deleted', () => {
    expect(policy).toMatch(says.compared);
    const purge = read('apps/server/src/integrity/purge-integrity.ts');
    for (const table of ['claim_keys', 'claim_key_hubs', 'claim_signals', 'name_frequencies'])
      expect(purge).toContain(table);
    expect(read('apps/server/src/operations/purge/purge.ts')).toContain("'row_sketches'");
  });

  test('says what staff see by their role, and that a log of it outlives the claim', () => {
    expect(policy).toMatch(says.access);
    expect(policy).toMatch(says.log);
    expect(policy).toContain(says.logKept);
    expect(read('apps/server/src/operations/purge/purge.ts')).not.toContain('staff_reads');
  });

  test('says how long exports are kept, and who can export tax IDs', () => {
    expect(policy).toMatch(says.exports);
    expect(keepMilliseconds).toBe(7 * dayMilliseconds);
  });

  test('says that the last four digits of a tax ID are not encrypted', () => {
    for (const words of says.lastDigits) expect(policy).toContain(words);
  });

  test('uses the names of a form’s buttons', () => {
    const words = read(says.words);
    expect(policy).toContain(`“${messageIn(words, 'clear')}”`);
    expect(policy).toContain(` ${messageIn(words, 'submit')}.`);
  });
});

describe.skipIf(spanish === undefined)('compared with the English privacy policy, the Spanish one', () => {
  const shapeOf = (text: string) =>
    text
      .split('\n')
      .map((line) => /^(#+ |- |$)/.exec(line)?.[0] ?? 'paragraph')
      .join('\n');
  const figuresIn = (text: string) => text.match(/\b\d[\d-]*\b/g);
  const addressesIn = (text: string) => text.match(/[\w.]+@[\w.]+/g);

  test('has the same headings, lists and paragraphs', () => {
    expect(shapeOf(spanish ?? '')).toEqual(shapeOf(english));
  });

  test('has the same figures, phone number and addresses', () => {
    expect(figuresIn(spanish ?? '')).toEqual(figuresIn(english));
    expect(addressesIn(spanish ?? '')).toEqual(addressesIn(english));
  });
});
