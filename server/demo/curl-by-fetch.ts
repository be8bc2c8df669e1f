// Replaces curl where there is none: the few options that the walk uses, on top of Node's fetch.
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: {
    silent: { type: 'boolean', short: 's' },
    output: { type: 'string', short: 'o' },
    'dump-header': { type: 'string', short: 'D' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    request: { type: 'string', short: 'X' },
    data: { type: 'string', short: 'd', multiple: true, default: [] },
    'data-urlencode': { type: 'string', multiple: true, default: [] },
    'write-out': { type: 'string', short: 'w' },
  },
  allowPositionals: true,
});

const form = [...values.data, ...values['data-urlencode'].map(encoded)].join('&');
const response = await fetch(positionals[0] ?? '', {
  method: values.request ?? (form === '' ? 'GET' : 'POST'),
  redirect: 'manual',
  headers: [
    ...values.header.map(nameAndValue),
    ...(form === '' ? [] : [nameAndValue('Content-Type: application/x-www-form-urlencoded')]),
  ],
  ...(form === '' ? {} : { body: form }),
});
const body = await response.text();

if (values['dump-header'] === '-') {
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  process.stdout.write(`HTTP/1.1 ${response.status} ${response.statusText}\r\n${lines.join('\r\n')}\r\n\r\n`);
}
if (values.output !== '/dev/null') process.stdout.write(body);
process.stdout.write(
  (values['write-out'] ?? '').replace('%{http_code}', String(response.status)).replace('\\n', '\n'),
);

function nameAndValue(header: string): [string, string] {
  const colon = header.indexOf(':');
  return [header.slice(0, colon), header.slice(colon + 1).trim()];
}

function encoded(pair: string): string {
  const equals = pair.indexOf('=');
  return `${pair.slice(0, equals)}=${encodeURIComponent(pair.slice(equals + 1))}`;
}
