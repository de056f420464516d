import { nearestName } from '@redress/forms/nearest-name';
import { newestVersionOf } from './claim-forms.ts';
import { languages } from './language.ts';
import type { Page, Settlement } from './settlement.ts';
import { linksOfLogin } from './translate-pages.ts';

/** The server uses these first path segments itself. */
const reserved = ['api', 'assets', 'console', 'documents', 'variants', '.well-known'];
/** The build renders 404 pages at these paths. */
const notFoundPaths = ['/404', ...languages.map((language) => `/${language}/404`)];

/** Finds problems in pages and their references, for `checkSettlement`. */
export function checkPages(settlement: Settlement): string[] {
  const { pages } = settlement.site;
  const originals = pages.filter(({ translationOf }) => translationOf === undefined);
  return [
    ...(pages.some(({ path }) => path === '/') ? [] : ['site.ts: no page has the path /; add a home page.']),
    ...(['receipt', 'status', 'log-out'] as const).flatMap((kind) => {
      const paths = originals.filter((page) => page.kind === kind).map(({ path }) => path);
      if (paths.length === 0) return [`site.ts: no page has the kind "${kind}"; add one.`];
      return paths.length === 1 ? [] : [`site.ts: ${paths.join(' and ')} have the kind "${kind}"; keep one of them.`];
    }),
    ...originals.flatMap((page) =>
      checkPage(settlement, page).map((problem) => `site.ts, page ${page.path}: ${problem}.`),
    ),
  ];
}

/** Checks translations like their originals, whose problems they repeat. */
export function checkTranslatedPages(settlement: Settlement): string[] {
  return settlement.site.pages.flatMap((page) =>
    page.translationOf === undefined
      ? []
      : checkPage(settlement, page).map((problem) => `site.${page.language}.ts, page ${page.path}: ${problem}.`),
  );
}

function checkPage(settlement: Settlement, page: Page): string[] {
  const { pages } = settlement.site;
  const { path, parent } = page;
  const paths = pages.map((one) => one.path);
  return [
    ...(pages.find((one) => one.path === path) === page ? [] : ['another page has this path; change one of them']),
    ...(/^\/$|^(\/[^/?#~]+)+$/.test(path)
      ? []
      : ['a path begins with a slash, ends without one and has no ? # or ~; correct it']),
    ...(reserved.includes(path.split('/')[1] ?? '') || notFoundPaths.includes(path)
      ? ['the program uses this path itself; choose another one']
      : []),
    ...(parent !== undefined && pages.find((one) => one.path === parent)?.navigation === undefined
      ? [`its parent ${parent} is not in the navigation; name a page that has "navigation"`]
      : []),
    ...linksOf(page).flatMap(([name, to, kind]) => {
      const target = pages.find((one) => one.path === to.split('#')[0]);
      if (!target) {
        const near = nearestName(to, paths);
        return [
          `"${name}" is ${to}, where there is no page; ${near === undefined ? 'correct it, or add the page' : `write ${near}`}`,
        ];
      }
      return kind === undefined || target.kind === kind
        ? []
        : [`"${name}" is ${to}, which is not of the kind "${kind}"; name a page of that kind`];
    }),
    ...(page.language === undefined || page.language === 'en' || settlement.site.translations?.[page.language]
      ? []
      : [`it is in "${page.language}", and site.ts has no translations.${page.language}; add it`]),
    ...checkFormOf(settlement, page),
  ];
}

/** Lists a page's links: the property, the path and the kind of page that it must lead to. */
export function linksOf(page: Page): readonly (readonly [name: string, path: string, kind?: Page['kind']])[] {
  switch (page.kind) {
    case 'instructions':
      return page.next ? [['next', page.next.path]] : [];
    case 'login':
      return [['next', page.next], ...linksOfLogin(page).map((path) => ['href', path] as const)];
    case 'id-request':
      return [['next', page.next]];
    case 'form':
      return [
        ['complete', page.complete, 'complete'],
        ...(page.login === undefined ? [] : [['login', page.login, 'login'] as const]),
      ];
    case 'complete':
      return [['start', page.start]];
    case 'text':
    case 'receipt':
    case 'status':
    case 'log-out':
      return [];
  }
}

function checkFormOf({ site, login, idRequest, claimForms }: Settlement, page: Page): string[] {
  switch (page.kind) {
    case 'login':
      return page.form === login?.id ? [] : [otherForm(page.form, 'login', login?.id)];
    case 'id-request':
      return page.form === idRequest?.id ? [] : [otherForm(page.form, 'idRequest', idRequest?.id)];
    case 'form':
      return checkFormPage(page);
    default:
      return [];
  }

  function checkFormPage({
    form: id,
    login: loginPath,
    complete,
    messages,
  }: Extract<Page, { kind: 'form' }>): string[] {
    const form = newestVersionOf(claimForms, id);
    if (!form) {
      const known = [...new Set(claimForms.map((one) => one.id))];
      const near = nearestName(id, known);
      return [
        `the form "${id}" is not in claimForms of settlement.ts; write ${near === undefined ? `one of ${known.join(', ')}` : `"${near}"`}`,
      ];
    }
    const prefixes = site.pages
      .filter(({ path }) => path === complete || path === loginPath)
      .filter((other) => 'referencePrefix' in other && other.referencePrefix !== form.referencePrefix);
    return [
      ...(form.login === 'required' && loginPath === undefined
        ? ['its form requires a login; add login: with the path of the login page']
        : []),
      ...(form.login === 'none' && loginPath !== undefined
        ? ['its form requires no login; remove "login", or write login: \'required\' in the form']
        : []),
      ...(form.afterDeadline === 'accept-late' && messages.late === undefined
        ? ['its form accepts late claims, and "messages" has no "late"; add what people who are late must know']
        : []),
      ...prefixes.map(
        ({ path }) => `its claim numbers begin with ${form.referencePrefix}; write that as referencePrefix of ${path}`,
      ),
    ];
  }
}

const otherForm = (form: string, name: string, id: string | undefined): string =>
  id === undefined
    ? `settlement.ts has no "${name}"; add it there, or remove this page`
    : `it asks for the form "${form}", and "${name}" of settlement.ts is "${id}"; write "${id}"`;
