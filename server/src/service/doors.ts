// The doors of the house: those of a house at work, and those that answer while it waits for its database.
import type { AccountsOptions } from '../accounts/options.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { pushUrlOf } from '../crawler/websub/push-url.ts';
import { type App, openApp } from '../http/app.ts';
import { fervorTongue, openFervorDoor } from '../http/fervor/routes.ts';
import { feverTongue, openFeverDoor } from '../http/fever/routes.ts';
import { greaderTongue, openGreaderDoor } from '../http/greader/routes.ts';
import { openHealthDoor } from '../http/health/routes.ts';
import { openWaitingApp } from '../http/health/waiting.ts';
import { openImagesDoor } from '../http/images/routes.ts';
import { oauthTongue, openOauthDoor } from '../http/oauth/routes.ts';
import { openLiteDoor } from '../http/pages/lite-routes.ts';
import { openPagesDoor } from '../http/pages/routes.ts';
import { openWaitingPages } from '../http/pages/waiting.ts';
import { openReaderDoor } from '../http/reader/routes.ts';
import { openWebsubDoor } from '../http/websub/routes.ts';
import type { Library } from '../library/library.ts';
import { isReady } from '../library/readiness.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { People } from '../people.ts';
import { StoreUnavailable } from '../store/store.ts';
import { version } from '../version.ts';
import { HouseCloses } from './site-waits.ts';

interface DoorsOptions {
  config: Config;
  log: Log;
  clock: Clock;
  /** A node that only crawls answers nothing but questions about its health. */
  role?: 'api' | 'crawler';
  metrics?: Metrics;
}

interface Rooms {
  library: Library;
  accounts: AccountsOptions;
  publicUrl: string;
  people: People;
}

export function openDoors(
  { config, log, clock, role, metrics }: DoorsOptions,
  { library, accounts, publicUrl, people }: Rooms,
): App {
  const instance = { name: config.instanceName, url: publicUrl, implementationVersion: version };
  const health = openHealthDoor(() => isReady(library, clock));
  const pages = openPagesDoor({ accounts, instance });
  const doors = [
    openFeverDoor({ library, accounts }),
    openGreaderDoor({ library, accounts, instance }),
    openLiteDoor({ library, accounts, instance }),
    openReaderDoor({ accounts, instance, pages }),
    openOauthDoor(accounts),
    openImagesDoor({ library, accounts }),
    openFervorDoor({ library, accounts, instance, log }),
    // Hubs are used only if they can reach us encrypted.
    ...(pushUrlOf(publicUrl) === undefined ? [] : [openWebsubDoor(library.crawler)]),
    // Last, because it answers for whatever no other door owns.
    pages,
  ];
  return openApp({
    log,
    clock,
    isUnavailable: (error) => error instanceof StoreUnavailable || error instanceof HouseCloses,
    isClosing: (error) => error instanceof HouseCloses,
    lastCommit: () => library.store.version?.(),
    asked: people.asked,
    ...(metrics && { served: metrics.served }),
    doors: role === 'crawler' ? [health] : [health, ...doors],
  });
}

/**
 * The answers until the rooms are open: apps get an error of their own protocol, web pages of other origins can read it, and people get
 * a page.
 */
export function openWaiting(options: Pick<DoorsOptions, 'config' | 'log' | 'clock'>): App {
  const pages = openWaitingPages({ instance: { name: options.config.instanceName, url: '' } });
  return openWaitingApp(options, [feverTongue, greaderTongue, oauthTongue, fervorTongue, pages]);
}
