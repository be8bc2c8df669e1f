// What `courant serve` prints when it is ready.
import type { Config } from '../config.ts';
import type { Service } from '../service.ts';

/** In one piece: a reader that waits for the first line gets the code with it. */
export function greeting(
  { url, setUpToken }: Pick<Service, 'url' | 'setUpToken'>,
  { publicUrl, listen }: Pick<Config, 'publicUrl' | 'listen'>,
): string {
  const isNowhere = publicUrl === undefined && isEveryAddress(listen.host);
  const where = isNowhere ? nowhere(url) : `Courant is at ${url}\n`;
  if (setUpToken === undefined) return where;
  const setUp = isNowhere ? 'its path /set-up' : `${url}/set-up`;
  return `${where}There is no account yet. Make the first one at ${setUp} with this code:\n\n    ${setUpToken}\n\n`;
}

/** 0.0.0.0 or ::, at which one listens, but which no browser opens: forms sent from elsewhere are refused, and links lead nowhere. */
function isEveryAddress(host: string): boolean {
  return /^[0:.]+$/.test(host);
}

function nowhere(url: string): string {
  const { port } = new URL(url);
  return `Courant listens on every address of this machine, port ${port || 80}
To sign in from other machines, set COURANT_PUBLIC_URL to the one that people open, such as http://192.168.1.5:${port || 80}
`;
}
