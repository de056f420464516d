import type { Language } from './language.ts';
import type { FormPage, LoginPage, Page } from './manifest.ts';

/**
 * What the pages of a website say in another language, by the paths of their originals: a page or a text that is missing does not compile.
 * Where a page leads, and which prose it has, follows from its original (`translatePages`). `Pages` are the pages as literal types; those
 * that are in another language already have no translation.
 */
export type PagesTranslation<Pages extends readonly Page[]> = {
  readonly [P in Pages[number] as P extends { readonly language: Language } ? never : P['path']]: PageTexts<P>;
};
type PageTexts<P> = Readonly<Record<TextOf<P>, string>> &
  (P extends { readonly next: { readonly label: string } } ? { readonly nextLabel: string } : unknown) &
  (P extends { readonly documents: infer Offered } ? { readonly documents: WordsOf<Offered> } : unknown) &
  (P extends { readonly messages: infer Texts } ? { readonly messages: WordsOf<Texts> } : unknown);
type TextOf<P> = Extract<keyof P, 'navigation' | 'caption'> | 'title' | 'description';
/** The same messages in other words; the link within them leads where the original's leads. */
type WordsOf<T> = T extends string
  ? string
  : T extends readonly unknown[]
    ? readonly string[]
    : { readonly [K in Exclude<keyof T, 'href'>]: WordsOf<T[K]> };

/** What `translatePages` sees of the messages of a page. */
interface AnyPageTexts {
  readonly title: string;
  readonly description: string;
  readonly navigation?: string;
  readonly caption?: string;
  readonly nextLabel?: string;
  readonly documents?: FormPage['documents'];
  readonly messages?: object;
}

/** `/` in Spanish is `/es`, `/notice#dates` is `/es/notice#dates`. */
export function pathIn(language: Exclude<Language, 'en'>, path: string): string {
  return path === '/' ? `/${language}` : `/${language}${path}`;
}

/** The companion of each English page in another language: the same kind and form, leading to pages of the same language. */
export function translatePages<const Pages extends readonly Page[]>(
  pages: Pages,
  language: Exclude<Language, 'en'>,
  translation: PagesTranslation<Pages>,
): readonly Page[];
export function translatePages(
  pages: readonly Page[],
  language: Exclude<Language, 'en'>,
  translation: Readonly<Record<string, AnyPageTexts>>,
): readonly Page[] {
  return pages.flatMap((page) => {
    const messages = translation[page.path];
    return page.language === undefined && messages ? [translatePage(page, language, messages)] : [];
  });
}

function translatePage(page: Page, language: Exclude<Language, 'en'>, words: AnyPageTexts): Page {
  const { title, description, navigation, caption, nextLabel, documents, messages } = words;
  const to = (path: string): string => pathIn(language, path);
  const around = {
    path: to(page.path),
    language,
    translationOf: page.path,
    title,
    description,
    ...(navigation === undefined ? {} : { navigation }),
    ...(caption === undefined ? {} : { caption }),
    ...(page.parent === undefined ? {} : { parent: to(page.parent) }),
  };
  switch (page.kind) {
    case 'text':
      return { ...page, ...around, text: `${page.text}.${language}` };
    case 'instructions': {
      const next = page.next && { path: to(page.next.path), label: nextLabel ?? page.next.label };
      return { ...page, ...around, text: `${page.text}.${language}`, ...(next && { next }) };
    }
    case 'login':
      return { ...page, ...around, next: to(page.next), messages: loginTexts(page, messages, to) };
    case 'form':
      return {
        ...page,
        ...around,
        complete: to(page.complete),
        ...(page.login === undefined ? {} : { login: to(page.login) }),
        ...(documents && { documents }),
        messages: { ...page.messages, ...messages },
      };
    case 'complete':
      return { ...page, ...around, start: to(page.start), messages: { ...page.messages, ...messages } };
  }
}

function loginTexts(
  page: LoginPage,
  messages: object | undefined,
  to: (path: string) => string,
): LoginPage['messages'] {
  const merged = { ...page.messages, ...messages };
  return { ...merged, without: { ...merged.without, href: to(page.messages.without.href) } };
}
