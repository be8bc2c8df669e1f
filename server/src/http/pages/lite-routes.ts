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

export function openLiteDoor(options: PagesOptions & { library: Library }): Door {
  const premises = { ...options, assets: openAssets(), first: '/lite' as const };
  return doorOf(premises, {
    name: 'lite',
    owns: (path) => path === '/lite' || path.startsWith('/lite/'),
    routes: [
      ['GET', '/lite', showLite],
      ['POST', '/lite/read', takeLiteRead],
      ['POST', '/lite/undo', takeLiteUndo],
      ['GET', '/lite/feeds', showLiteFeeds],
      ['GET', '/lite/search', showLiteSearch],
      ['GET', '/lite/tags', showLiteTags],
      ['GET', '/lite/items/:id', showLiteItem],
      ['GET', '/lite/items/:id/tags', showItemTags],
      ['POST', '/lite/items/:id/tags', takeItemTag],
      ['POST', '/lite/items/:id/mark', takeLiteMark],
    ],
  });
}
