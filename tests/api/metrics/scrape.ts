/** One line of an answer of `/metrics`. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Scrape {
  readonly text: string;
  readonly samples: readonly Sample[];
  /** The sum of the samples with these labels; undefined when there is none. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number | undefined;
}

export async function scrape(address: string): Promise<Scrape> {
  const answer = await fetch(`${address}/metrics`);
  if (answer.status !== 200) throw new Error(`The metrics were answered with ${answer.status}`);
  const text = await answer.text();
  const samples = parseSamples(text);
  return {
    text,
    samples,
    sum(name, labels = {}) {
      const found = samples.filter(
        (sample) =>
          sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      );
      return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
    },
  };
}

/** Parses Prometheus' text format. */
function parseSamples(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (name === '') throw new Error(`Not a sample: ${line}`);
      const pairs: Record<string, string> = {};
      for (const [, label = '', text = ''] of labels.matchAll(/([a-z]+)="((?:[^"\\]|\\.)*)"/g)) pairs[label] = text;
      return { name, labels: pairs, value: Number(value) };
    });
}
