import type { ClaimForm, Prose } from '@redress/forms/definition';

const words = {
  en: ['under penalty of perjury', 'under penalty of perjury under the laws of the United States'],
  es: ['bajo pena de perjurio', 'bajo pena de perjurio, conforme a las leyes de los Estados Unidos,'],
} as const;

/**
 * Section E on paper with the words of 28 U.S.C. § 1746. Published forms are pinned without them.
 */
export function printedDeclaration({ language = 'en', sections }: ClaimForm): { readonly prose: Prose } {
  const [published, printed] = words[language];
  const items = sections.find(({ letter }) => letter === 'E')?.items ?? [];
  const prose = items.flatMap((item): Prose => (item.kind === 'prose' ? item.prose : []));
  return { prose: prose.map((block) => (typeof block === 'string' ? block.replace(published, printed) : block)) };
}
