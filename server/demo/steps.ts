// The main job as shell lines: service, registration, sign-in, following, reading, marking, tidying up. Printed, and run by `--walk`.
import type { Feed, Group, Instance, Item } from '@courant/protocol';
import type { Demo } from './instance.ts';

export interface Step {
  /** Its purpose, in a few words. */
  about: string;
  /** The lines to type. Their variables are kept for later steps. */
  lines: readonly string[];
  /** Whether the output is the right answer. */
  isRight(answer: string): boolean;
}

/** No address: the password grant only compares it. */
const REDIRECT = 'urn:ietf:wg:oauth:2.0:oob';

/** Not echo: in some shells it turns the \\n inside of JSON into line ends. */
const show = `printf '%s\\n'`;

/** The parts of an instance that the lines mention. */
type Shown = Pick<Demo, 'url' | 'name' | 'password' | 'sites'>;

/** The steps with the real addresses and values of an instance. */
export function stepsFor(demo: Shown): Step[] {
  return [...signIn(demo), ...follow(demo), ...read(demo), ...mark(demo), ...tidyUp(demo)];
}

function signIn({ url, name, password }: Shown): Step[] {
  return [
    {
      about: 'What is there? (no token needed)',
      lines: [`curl -s ${url}/api/v1/instance`],
      isRight: json<Instance>((instance) => instance.implementation_name === 'Courant'),
    },
    {
      about: 'Register an app',
      lines: [
        `APP=$(curl -s ${url}/api/v1/register -d client_name=Walk -d redirect_uri=${REDIRECT}); ${show} "$APP"`,
        `CLIENT_ID=$(${pick('.client_id')} "$APP"); CLIENT_SECRET=$(${pick('.client_secret')} "$APP")`,
      ],
      isRight: json<Record<string, unknown>>((app) => isText(app.client_id) && isText(app.client_secret)),
    },
    {
      about: 'Sign in with the password (for development; real apps send people to /oauth/authorize)',
      lines: [
        `TOKENS=$(curl -s ${url}/oauth/token -d grant_type=password -d username=${name} -d password=${password} -d redirect_uri=${REDIRECT} -d client_id="$CLIENT_ID" -d client_secret="$CLIENT_SECRET"); ${show} "$TOKENS"`,
        `AUTH="Authorization: Bearer $(${pick('.access_token')} "$TOKENS")"`,
      ],
      isRight: json<Record<string, unknown>>(
        (tokens) => isText(tokens.access_token) && tokens.token_type === 'bearer',
      ),
    },
  ];
}

function follow({ url, sites }: Shown): Step[] {
  const kitchen = sites.get('harbour-kitchen');
  const trains = sites.get('slow-trains');
  return [
    {
      about: 'Create a group',
      lines: [
        `GROUP=$(curl -s -H "$AUTH" ${url}/api/v1/groups/create --data-urlencode 'title=Morning reading'); ${show} "$GROUP"`,
        `GROUP_ID=$(${pick('.id')} "$GROUP")`,
      ],
      isRight: json<Group>((group) => group.title === 'Morning reading' && group.feed_ids.length === 0),
    },
    {
      about: 'Follow a feed, in that group',
      lines: [
        `FEED=$(curl -s -H "$AUTH" ${url}/api/v1/feeds/create --data-urlencode feed_url=${kitchen?.feedUrl} -d group_ids="$GROUP_ID"); ${show} "$FEED"`,
        `FEED_ID=$(${pick('.id')} "$FEED")`,
      ],
      isRight: json<Feed>((feed) => feed.title === kitchen?.title && feed.group_ids.length === 1),
    },
    {
      about: 'Follow another by the address of its site: the feed that it announces is found',
      lines: [
        `curl -s -H "$AUTH" ${url}/api/v1/feeds/create --data-urlencode feed_url=${trains?.url} -d group_ids="$GROUP_ID"`,
      ],
      isRight: json<Feed>((feed) => feed.title === trains?.title && feed.feed_url === trains.feedUrl),
    },
    {
      about: 'The group holds both',
      lines: [`curl -s -H "$AUTH" ${url}/api/v1/groups/`],
      isRight: json<Group[]>(([group]) => group?.feed_ids.length === 2),
    },
  ];
}

function read({ url }: Shown): Step[] {
  const page = `curl -s -D - -o /dev/null -H "$AUTH" "${url}/api/v1/items?limit=3"`;
  return [
    {
      about: 'The newest unread items',
      lines: [`curl -s -H "$AUTH" "${url}/api/v1/items?only=unread&limit=2"`],
      isRight: json<Item[]>((items) => items.length === 2 && items.every((item) => !item.read)),
    },
    {
      about: 'A page says in its Link header where the list goes on',
      lines: [page],
      isRight: (answer) => /^HTTP\/1.1 200/.test(answer) && /^link: <http.*>; rel="next"/im.test(answer),
    },
    {
      about: 'Go there',
      lines: [
        `NEXT=$(${page} | node -p '/<([^>]+)>; rel="next"/.exec(fs.readFileSync(0, "utf8"))[1]'); ${show} "$NEXT"`,
        `ITEMS=$(curl -s -H "$AUTH" "$NEXT"); ${show} "$ITEMS"`,
        `IDS=$(${pick('.map((item) => item.id).join()')} "$ITEMS")`,
      ],
      isRight: (answer) => json<Item[]>((items) => items.length === 3)(answer.slice(answer.indexOf('\n'))),
    },
  ];
}

function mark({ url }: Shown): Step[] {
  return [
    {
      about: 'Mark one item read',
      lines: [`curl -s -X POST -H "$AUTH" ${url}/api/v1/items/\${IDS%%,*}/read`],
      isRight: json<Item>((item) => item.read),
    },
    {
      about: 'Mark many at once',
      lines: [`curl -s -X POST -H "$AUTH" "${url}/api/v1/items/read?ids=$IDS"`],
      isRight: json<number[]>((ids) => ids.length === 3),
    },
    {
      about: 'What has been read',
      lines: [
        `curl -s -H "$AUTH" "${url}/api/v1/items?only=read" | node -p 'JSON.parse(fs.readFileSync(0, "utf8")).map((item) => item.title).join("\\n")'`,
      ],
      isRight: (answer) => answer.trim().split('\n').length === 3,
    },
    {
      about: 'And one of them unread again',
      lines: [`curl -s -H "$AUTH" ${url}/api/v1/items/unread -d ids=\${IDS%%,*}`],
      isRight: json<number[]>((ids) => ids.length === 1),
    },
  ];
}

function tidyUp({ url }: Shown): Step[] {
  const withStatus = `-w '%{http_code}\\n'`;
  return [
    {
      about: 'Delete the feed; its items go with it',
      lines: [`curl -s -X POST -H "$AUTH" ${withStatus} ${url}/api/v1/feeds/$FEED_ID/delete`],
      isRight: (answer) => answer.trim() === '204',
    },
    {
      about: 'It is gone',
      lines: [`curl -s -H "$AUTH" ${withStatus} ${url}/api/v1/feeds/$FEED_ID`],
      isRight: (answer) => /^\{"error":"[^"]+".*\}\s*404$/s.test(answer.trim()),
    },
    {
      about: 'Delete the group; the other feed stays',
      lines: [`curl -s -X POST -H "$AUTH" ${withStatus} ${url}/api/v1/groups/$GROUP_ID/delete`],
      isRight: (answer) => answer.trim() === '204',
    },
    {
      about: 'What is left',
      lines: [`curl -s -H "$AUTH" ${url}/api/v1/feeds/`],
      isRight: json<Feed[]>((feeds) => feeds.length === 1 && feeds[0]?.group_ids.length === 0),
    },
  ];
}

/** The beginning of a command that takes JSON as its argument and prints a part of it. Node is always there; jq may not be. */
function pick(part: string): string {
  return `node -p 'JSON.parse(process.argv[1])${part}'`;
}

/** Checks an answer in JSON against a condition; one that is not JSON is wrong. */
function json<Value>(isRight: (value: Value) => boolean): (answer: string) => boolean {
  return (answer) => {
    try {
      return isRight(JSON.parse(answer) as Value);
    } catch {
      return false;
    }
  };
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
