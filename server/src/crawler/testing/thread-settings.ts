// What the crawler's thread is started with in tests.
import { testAgent } from '../../../test/fake-web.ts';
import { systemClock } from '../../clock.ts';
import { openPeople } from '../../people.ts';
import type { ThreadSettings } from '../thread-messages.ts';

export function threadSettings(settings: Partial<ThreadSettings> = {}): ThreadSettings {
  return {
    database: 'file:none',
    people: openPeople(systemClock).memory,
    fetchAllow: '',
    imageCacheBytes: 16 * 1024 * 1024,
    publicUrl: 'https://courant.example/',
    agent: testAgent,
    logLevel: 'info',
    ...settings,
  };
}
