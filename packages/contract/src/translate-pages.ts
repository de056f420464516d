import type { Language, TranslationLanguage } from './language.ts';
import type { FormPage, LinkedText, LoginPage, Page } from './settlement.ts';

/**
 * The keys are paths of originals. A missing page or message does not compile. Links and prose
 * follow from the original. `Pages` are literal types; pages already in another language have no
 * entry.
 */
export type PagesTranslation<Pages extends readonly Page[]> = {
  readonly [P in Pages[number] as P extends { readonly language: Language } ? never : P['path']]: PageMessages<P>;
};
type PageMessages<P> = Readonly<Record<MessageKeys<P>, string>> &
  (P extends { readonly next: { readonly label: string } } ? { readonly nextLabel: string } : unknown) &
  (P extends { readonly documents: infer Offered } ? { readonly documents: Translated<Offered> } : unknown) &
  (P extends { readonly messages: infer M } ? { readonly messages: Translated<M> } : unknown);
type MessageKeys<P> = Extract<keyof P, 'navigation' | 'footer' | 'caption' | 'heading'> | 'title' | 'description';
/** A translation keeps the structure and the link targets. */
type Translated<T> = T extends string
  ? string
  : T extends readonly unknown[]
    ? readonly string[]
    : { readonly [K in Exclude<keyof T, 'href'>]: Translated<T[K]> };

/** At run time, a translation may be for any kind of page. */
interface AnyPageMessages {
  readonly title: string;
  readonly description: string;
  readonly navigation?: string;
  readonly footer?: string;
  readonly caption?: string;
  readonly heading?: string;
  readonly nextLabel?: string;
  readonly documents?: FormPage['documents'];
  readonly messages?: object;
}

/** Translates `/` into `/es`, and `/notice#dates` into `/es/notice#dates`. */
export function pathIn(language: TranslationLanguage, path: string): string {
  return path === '/' ? `/${language}` : `/${language}${path}`;
}

/** Translates each English page, with links to pages of the same language. */
export function translatePages<const Pages extends readonly Page[]>(
  pages: Pages,
  language: TranslationLanguage,
  translation: PagesTranslation<Pages>,
): readonly Page[];
export function translatePages(
  pages: readonly Page[],
  language: TranslationLanguage,
  translation: Readonly<Record<string, AnyPageMessages>>,
): readonly Page[] {
  return pages.flatMap((page) => {
    const messages = translation[page.path];
    return page.language === undefined && messages ? [translatePage(page, language, messages)] : [];
  });
}

function translatePage(page: Page, language: TranslationLanguage, translation: AnyPageMessages): Page {
  const { title, description, navigation, footer, caption, heading, nextLabel, documents, messages } = translation;
  const to = (path: string): string => pathIn(language, path);
  const base = {
    path: to(page.path),
    language,
    translationOf: page.path,
    title,
    description,
    ...(navigation === undefined ? {} : { navigation }),
    ...(footer === undefined ? {} : { footer }),
    ...(caption === undefined ? {} : { caption }),
    ...(heading === undefined ? {} : { heading }),
    ...(page.parent === undefined ? {} : { parent: to(page.parent) }),
  };
  switch (page.kind) {
    case 'text':
      return { ...page, ...base, text: `${page.text}.${language}` };
    case 'instructions': {
      const next = page.next && { path: to(page.next.path), label: nextLabel ?? page.next.label };
      return { ...page, ...base, text: `${page.text}.${language}`, ...(next && { next }) };
    }
    case 'login':
      return { ...page, ...base, next: to(page.next), messages: loginMessages(page, messages, to) };
    case 'id-request':
      return { ...page, ...base, next: to(page.next), messages: { ...page.messages, ...messages } };
    case 'form':
      return {
        ...page,
        ...base,
        complete: to(page.complete),
        ...(page.login === undefined ? {} : { login: to(page.login) }),
        ...(documents && { documents }),
        messages: { ...page.messages, ...messages },
      };
    case 'complete':
      return { ...page, ...base, start: to(page.start), messages: { ...page.messages, ...messages } };
    case 'receipt':
    case 'status':
    case 'log-out':
      return { ...page, ...base };
  }
}

/** Lists the paths that a login's messages lead to. */
export function linksOfLogin({ messages: { without, help } }: LoginPage): string[] {
  const links = help ? [without, help.request, help.call, help.mail] : [without];
  return links.map(({ href }) => href).filter((href) => href.startsWith('/'));
}

function loginMessages(
  page: LoginPage,
  messages: object | undefined,
  to: (path: string) => string,
): LoginPage['messages'] {
  const merged = { ...page.messages, ...messages };
  const { without, help } = page.messages;
  // A translation has no link targets.
  const link = (translated: LinkedText, { href }: LinkedText): LinkedText => ({
    ...translated,
    href: href.startsWith('/') ? to(href) : href,
  });
  return {
    ...merged,
    without: link(merged.without, without),
    ...(help &&
      merged.help && {
        help: {
          ...merged.help,
          request: link(merged.help.request, help.request),
          call: link(merged.help.call, help.call),
          mail: link(merged.help.mail, help.mail),
        },
      }),
  };
}
