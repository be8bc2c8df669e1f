// Names browsers in the language of the page.
import { t } from './translate.ts';

/** The service names them in English: `Firefox on Linux`, `Browser on Linux` or `Unknown browser`. */
export function deviceName(device: string): string {
  if (device === 'Unknown browser') return t('sessions.unknown');
  const [, program, system] = /^(.+) on (.+)$/.exec(device) ?? [];
  if (program === undefined || system === undefined) return device;
  return program === 'Browser'
    ? t('sessions.onSystem', { system })
    : t('sessions.programOnSystem', { program, system });
}
