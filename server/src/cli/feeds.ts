// `courant feed …`: visiting a source now, and how sources are doing, in words for a person or as data.
import {
  refreshSource,
  type SourceStatus,
  type SourcesStatus,
  sourceStatus,
  sourcesStatus,
} from '../library/sources.ts';
import { type Command, exitCodes } from './command.ts';
import { withHouse } from './house.ts';

export const refreshFeed: Command = {
  name: 'feed refresh',
  words: ['URL'],
  summary: 'Visit a source now, unless it just was or its site asked for a pause, and report the outcome.',
  options: {},
  run({ words: [url = ''], io }) {
    return withHouse(io, async (house) => {
      io.out(`${await refreshSource(house.library, url)}\n`);
      return exitCodes.done;
    });
  },
};

export const showFeedStatus: Command = {
  name: 'feed status',
  words: ['[URL]'],
  summary: 'Show how one source is doing, or which sources need a look.',
  details: 'Example: courant feed status --json | jq .failing',
  options: { json: { type: 'boolean', summary: 'Print JSON.' } },
  run({ words: [url], options, io }) {
    return withHouse(io, async ({ library }) => {
      if (url === undefined) {
        const status = await sourcesStatus(library);
        io.out(options.json ? asData(status) : allInWords(status));
      } else {
        const status = await sourceStatus(library, url);
        io.out(options.json ? asData(status) : inWords(status));
      }
      return exitCodes.done;
    });
  },
};

/** How many visits the output in words shows; the data contain more. */
const VISITS_IN_WORDS = 10;
/** The longest name of a fact, and two blanks. */
const NAME_WIDTH = 20;

function allInWords({ well, stumbling, failing, sources }: SourcesStatus): string {
  const lines = sources.map(({ state, failingSince, url, sentence }) =>
    [state, moment(failingSince).slice(0, 10), url, sentence].map(printable).join('\t'),
  );
  const counts = [`${well} well`, ...(stumbling > 0 ? [`${stumbling} stumbling`] : []), `${failing} failing`];
  return [...lines, counts.join(', '), ''].join('\n');
}

function inWords(status: SourceStatus): string {
  const { remedy } = status;
  const facts = [
    ['State', stateInWords(status)],
    ['Why', status.sentence],
    ['What would mend it', [remedy?.sentence, remedy?.url].filter((word) => word !== undefined).join(': ')],
    ['Last there', moment(status.lastSuccessAt)],
    ['Last visit', moment(status.lastVisitAt)],
    ['Next visit', moment(status.nextVisitAt)],
    ['Newest post', moment(status.newestPostAt)],
    ['Followers', String(status.followers)],
  ] as const;
  const visits = status.visits.slice(0, VISITS_IN_WORDS).map(({ at, status: code, sentence, cause }) => {
    return `  ${moment(at)}  ${code ?? '---'}  ${sentence}${cause === undefined ? '' : ` [${cause}]`}`;
  });
  const lines = [
    status.title,
    status.url,
    '',
    ...facts.filter(([, value]) => value !== '').map(([name, value]) => `${name.padEnd(NAME_WIDTH)}${value}`),
    ...(visits.length > 0 ? ['', 'Last visits, newest first:', ...visits] : []),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

function stateInWords({ state, failures, failingSince }: SourceStatus): string {
  if (failures === 0) return state;
  return `${state}, ${failures} ${failures === 1 ? 'visit' : 'visits'} in a row since ${moment(failingSince)}`;
}

function moment(time: number | undefined): string {
  return time === undefined ? 'never' : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Titles come from the web, and control characters in them would act on the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}

/** With times in the format of the API and the log. */
function asData(status: SourceStatus | SourcesStatus): string {
  const withDates = (key: string, value: unknown): unknown =>
    typeof value === 'number' && /(?:^at|At|Since)$/.test(key) ? new Date(value).toISOString() : value;
  return `${JSON.stringify(status, withDates, 2)}\n`;
}
