import { Gauge, Registry } from 'prom-client';

/** Metrics as plain data, which processes send each other. */
export type Metrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** A gauge and its current values. */
export interface GaugeReading {
  readonly name: `redress_${string}`;
  readonly help: string;
  /** The values of several processes become one. By default they are added. */
  readonly aggregator?: 'max';
  readonly values: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[];
}

/** A reading of one value without labels. */
export const readGauge = (name: GaugeReading['name'], help: string, value: number): GaugeReading => ({
  name,
  help,
  values: [{ value }],
});

export function toMetrics(readings: readonly GaugeReading[]): Promise<Metrics> {
  const registry = new Registry();
  for (const { name, help, values, aggregator = 'sum' } of readings) {
    // Without labels, a new gauge would show zero.
    if (values.length === 0) continue;
    const labelNames = Object.keys(values[0]?.labels ?? {});
    const gauge = new Gauge({ name, help, labelNames, aggregator, registers: [registry] });
    for (const { labels = {}, value } of values) gauge.set(labels, value);
  }
  return registry.getMetricsAsJSON();
}
