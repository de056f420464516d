import type { Form } from './definition.ts';

/** The file of a form in its settlement's folder: `forms/consumer.v1.ts`, `forms/consumer.v1.es.ts`. */
export const fileOfForm = ({ id, version, language = 'en' }: Pick<Form, 'id' | 'version' | 'language'>): string =>
  `forms/${id}.v${version}${language === 'en' ? '' : `.${language}`}.ts`;
