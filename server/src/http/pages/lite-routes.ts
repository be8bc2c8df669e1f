// The door of the list without script: part of the pages, with all its paths here.
import type { Library } from '../../library/library.ts';
import type { Door } from '../routing.ts';
import { openAssets } from './assets.ts';
import { doorOf } from './door.ts';
import type { PagesOptions } from './house.ts';
import { showLite, showLiteFeeds } from './lite.ts';
import { showLiteItem } from './lite-item.ts';
import { takeLiteMark, takeLiteRead, takeLiteUndo } from './lite-marks.ts';
import { showLiteSearch } from './lite-search.ts';
import { showItemTags, showLiteTags, takeItemTag } from './lite-tags.ts';
import { forReader, fromReader } from './lite-visit.ts';

export function openLiteDoor(options: PagesOptions & { library: Library }): Door {
  const premises = { ...options, assets: openAssets(), first: '/lite' as const };
  return doorOf(premises, {
    name: 'lite',
    owns: (path) => path === '/lite' || path.startsWith('/lite/'),
    routes: [
      ['GET', '/lite', forReader(showLite)],
      ['POST', '/lite/read', fromReader(takeLiteRead)],
      ['POST', '/lite/undo', fromReader(takeLiteUndo)],
      ['GET', '/lite/feeds', forReader(showLiteFeeds)],
      ['GET', '/lite/search', forReader(showLiteSearch)],
      ['GET', '/lite/tags', forReader(showLiteTags)],
      ['GET', '/lite/items/:id', forReader(showLiteItem)],
      ['GET', '/lite/items/:id/tags', forReader(showItemTags)],
      ['POST', '/lite/items/:id/tags', fromReader(takeItemTag)],
      ['POST', '/lite/items/:id/mark', fromReader(takeLiteMark)],
    ],
  });
}
