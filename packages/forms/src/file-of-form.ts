import type { Form } from './definition.ts';

/** Returns `forms/consumer.v1.ts` or `forms/consumer.v1.es.ts`, in the settlement's folder. */
export const fileOfForm = ({ id, version, language = 'en' }: Pick<Form, 'id' | 'version' | 'language'>): string =>
  `forms/${id}.v${version}${language === 'en' ? '' : `.${language}`}.ts`;
