// The door of the list without script: part of the pages, with every path of its own here.
import type { Library } from '../../library/library.ts';
import type { Call, Door, Route } from '../routing.ts';
import { openAssets } from './assets.ts';
import { fail, refuse } from './errors.ts';
import type { LiteHouse, PagesOptions } from './house.ts';
import { showLite, showLiteFeeds } from './lite.ts';
import { showLiteItem } from './lite-item.ts';
import { takeLiteMark, takeLiteRead, takeLiteUndo } from './lite-marks.ts';

type LiteHandler = (house: LiteHouse, call: Call) => Promise<Response>;

export function openLiteDoor(options: PagesOptions & { library: Library }): Door {
  const house: LiteHouse = { ...options, assets: openAssets() };
  const on = (method: Route['method'], path: string, handle: LiteHandler): Route => ({
    method,
    path,
    handle: (call) => handle(house, call),
  });
  return {
    name: 'lite',
    crossOrigin: false,
    owns: (path) => path === '/lite' || path.startsWith('/lite/'),
    refuse: (refusal) => refuse(house, refusal),
    fail: (call, fault) => fail(house, call, fault),
    routes: [
      on('GET', '/lite', showLite),
      on('POST', '/lite/read', takeLiteRead),
      on('POST', '/lite/undo', takeLiteUndo),
      on('GET', '/lite/feeds', showLiteFeeds),
      on('GET', '/lite/items/:id', showLiteItem),
      on('POST', '/lite/items/:id/mark', takeLiteMark),
    ],
  };
}
