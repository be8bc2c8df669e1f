// Two plots for docs/performance.md, as SVG without external resources.
import type { Figures } from './figures.ts';

const WIDTH = 720;
const ROW = 34;
const LEFT = 250;
const RIGHT = 90;
const INK = '#334';
const colours = { file: '#2a7f62', postgres: '#3b6ea5' } as const;

/** The rate of each workload as a share of the bare server's. */
export function plotVersus({ versus }: Figures): string {
  const rows = versus.map(({ workload, database, rate }) => ({
    label: `${workload}, ${nameOf(database)}`,
    colour: colourOf(database),
    share: rate.ratio,
    text: `${Math.round(rate.ratio * 100)} % (${Math.round(rate.least * 100)}–${Math.round(rate.most * 100)})`,
  }));
  return bars('Requests per second, as a share of a bare node:http server that sends the same bytes', rows);
}

/** The time of each list with the most items, as a share of the slowest. */
export function plotLists({ calls }: Figures): string {
  const lists = calls.filter(({ kind, what }) => kind === 'list' && / (all|unread)$/.test(what));
  const times = lists.map(({ sizes }) => sizes.at(-1)?.ms.p50 ?? 0);
  const most = Math.max(...times, 1);
  const rows = lists.map(({ what, person, database, sizes }, index) => ({
    label: `${person === 'a reader' ? '' : 'heavy, '}${what}, ${nameOf(database)}`,
    colour: colourOf(database),
    share: (times[index] ?? 0) / most,
    text: `${sizes.map(({ ms }) => ms.p50.toFixed(1)).join(' → ')} ms`,
  }));
  const sizes = lists[0]?.sizes.map(({ items }) => items.toLocaleString('en')).join(' → ');
  return bars(`A page of 20 over HTTP, median, with ${sizes} items`, rows);
}

interface Bar {
  label: string;
  colour: string;
  /** Share of the whole width. */
  share: number;
  text: string;
}

function bars(title: string, rows: readonly Bar[]): string {
  const height = 50 + rows.length * ROW;
  const room = WIDTH - LEFT - RIGHT - 60;
  const drawn = rows.map(({ label, colour, share, text }, index) => {
    const y = 44 + index * ROW;
    const length = Math.max(2, Math.min(1, share) * room).toFixed(1);
    return (
      `<text x="${LEFT - 10}" y="${y + 15}" text-anchor="end">${escaped(label)}</text>` +
      `<rect x="${LEFT}" y="${y}" width="${length}" height="20" rx="3" fill="${colour}"/>` +
      `<text x="${LEFT + Number(length) + 8}" y="${y + 15}">${escaped(text)}</text>`
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="${INK}"><title>${escaped(title)}</title>` +
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/><text x="16" y="24" font-weight="600">${escaped(title)}</text>` +
    `${drawn.join('\n')}</svg>\n`
  );
}

function colourOf(database: string): string {
  return database === 'file' ? colours.file : colours.postgres;
}

function nameOf(database: string): string {
  return database === 'file' ? 'SQLite' : 'PostgreSQL';
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
