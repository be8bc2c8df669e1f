// The titles of streams.
import { feeds, groups, isReady } from '../../data/copy.ts';
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
    default:
      return keptOf(stream)?.title ?? (isReady.value ? t('error.missing') : '…');
  }
}

/** Whether its feed or group does not exist, or not any more. */
export function isMissing(stream: Stream): boolean {
  return isReady.value && 'id' in stream && keptOf(stream) === undefined;
}

function keptOf({ kind, id }: Extract<Stream, { id: number }>): { title: string } | undefined {
  return kind === 'feed' ? feeds.value.get(id) : groups.value.find((group) => group.id === id);
}
