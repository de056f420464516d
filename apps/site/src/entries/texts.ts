import type { TextModule } from '../prose/text-module.ts';

const files = import.meta.glob<TextModule>('../../../../content/pages/*.mdx');

/** The prose `content/pages/<name>.mdx`. */
export async function loadText(name: string): Promise<TextModule> {
  const load = files[`../../../../content/pages/${name}.mdx`];
  if (!load) throw new Error(`content/pages/${name}.mdx is missing.`);
  return load();
}
