// Which program and system a browser claims to be, in words that its owner knows.

/** The order matters: many of them also claim to be the ones listed below them. */
const programs: [mark: RegExp, name: string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const systems: [mark: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

export interface Device {
  program: string | undefined;
  system: string | undefined;
}

/** What the User-Agent says. */
export function readDevice(userAgent: string | undefined): Device {
  const first = (known: typeof programs): string | undefined =>
    known.find(([mark]) => mark.test(userAgent ?? ''))?.[1];
  return { program: first(programs), system: first(systems) };
}

/** `Firefox on Linux`, as far as the User-Agent says. */
export function deviceOf(userAgent: string | undefined): string {
  const { program, system } = readDevice(userAgent);
  if (program === undefined) return system === undefined ? 'Unknown browser' : `Browser on ${system}`;
  return system === undefined ? program : `${program} on ${system}`;
}
