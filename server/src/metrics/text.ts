// Counters, histograms and gauges, and their text in the format of Prometheus (exposition format 0.0.4).

type Labels = Readonly<Record<string, string | number>>;

/** The counter for one set of labels. Code that counts often keeps it, so that the labels are formatted once. */
export interface Count {
  add(count?: number): void;
}

export interface Times {
  observe(value: number): void;
}

interface Counter {
  of(labels: Labels): Count;
}

interface Histogram {
  of(labels: Labels): Times;
}

/** A number that is looked up at each request for the metrics. */
export interface Reading {
  name: string;
  help: string;
  kind: 'gauge' | 'counter';
  values: readonly { labels?: Labels; value: number }[];
}

export interface Registry {
  counter(name: string, help: string): Counter;
  /** `bounds`: upper bounds in ascending order, in the unit of the name. */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram;
  /** Everything counted so far, and the readings of this request. */
  write(readings: readonly Reading[]): string;
}

interface Family {
  head: string;
  lines(): string[];
}

export function openRegistry(): Registry {
  const families: Family[] = [];
  return {
    counter(name, help) {
      const all = new Map<string, { count: number }>();
      families.push({
        head: headOf(name, help, 'counter'),
        lines: () => [...all].map(([labels, { count }]) => `${name}${braced(labels)} ${count}`),
      });
      return {
        of(labels) {
          const own = keptIn(all, written(labels), () => ({ count: 0 }));
          return {
            add(count = 1) {
              own.count += count;
            },
          };
        },
      };
    },
    histogram(name, help, bounds) {
      const all = new Map<string, Buckets>();
      families.push({
        head: headOf(name, help, 'histogram'),
        lines: () => [...all].flatMap(([labels, buckets]) => bucketLines(name, labels, bounds, buckets)),
      });
      return {
        of(labels) {
          const own = keptIn(all, written(labels), () => ({ counts: [], sum: 0 }));
          return {
            observe(value) {
              const place = placeOf(bounds, value);
              own.counts[place] = (own.counts[place] ?? 0) + 1;
              own.sum += value;
            },
          };
        },
      };
    },
    write(readings) {
      const counted = families.map(({ head, lines }) => [head, ...lines()]);
      return `${[...counted, ...readings.map(readingLines)].flat().join('\n')}\n`;
    },
  };
}

function keptIn<Value>(all: Map<string, Value>, key: string, make: () => Value): Value {
  const known = all.get(key) ?? make();
  all.set(key, known);
  return known;
}

interface Buckets {
  /** The count of each bucket by itself, the last for values above all bounds; accumulated only when they are read. */
  counts: number[];
  sum: number;
}

function placeOf(bounds: readonly number[], value: number): number {
  const place = bounds.findIndex((bound) => value <= bound);
  return place === -1 ? bounds.length : place;
}

function bucketLines(
  name: string,
  labels: string,
  bounds: readonly number[],
  { counts, sum }: Buckets,
): string[] {
  const before = labels === '' ? '' : `${labels},`;
  let count = 0;
  const lines = [...bounds, '+Inf'].map((bound, place) => {
    count += counts[place] ?? 0;
    return `${name}_bucket{${before}le="${bound}"} ${count}`;
  });
  return [...lines, `${name}_sum${braced(labels)} ${sum}`, `${name}_count${braced(labels)} ${count}`];
}

function readingLines({ name, help, kind, values }: Reading): string[] {
  return [
    headOf(name, help, kind),
    ...values.map(({ labels = {}, value }) => `${name}${braced(written(labels))} ${value}`),
  ];
}

function headOf(name: string, help: string, kind: string): string {
  return `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${kind}`;
}

function written(labels: Labels): string {
  let text = '';
  for (const name in labels) text += `${text === '' ? '' : ','}${name}="${escaped(String(labels[name]))}"`;
  return text;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function braced(labels: string): string {
  return labels === '' ? '' : `{${labels}}`;
}
