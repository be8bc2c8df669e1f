// What a stream is called.
import { feeds, groups } from '../../data/copy.ts';
import type { Stream } from '../../data/stream.ts';
import { t } from '../../texts/translate.ts';

export function titleOf(stream: Stream): string {
  switch (stream.kind) {
    case 'unread':
      return t('stream.unread');
    case 'starred':
      return t('stream.starred');
    case 'everything':
      return t('stream.everything');
    case 'search':
      return t('stream.search');
    case 'feed':
      return feeds.value.get(stream.id)?.title ?? '…';
    case 'group':
      return groups.value.find(({ id }) => id === stream.id)?.title ?? '…';
  }
}
