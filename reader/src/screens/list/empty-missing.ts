// Ends the list of a feed or a group that was removed, here or elsewhere. The items of a group are not gone, so nothing else takes them out.
import { effect, untracked } from '@preact/signals';
import { currentId, reopen, view } from './selection.ts';
import { isMissing } from './title.ts';
import type { View } from './view.ts';

/** The current item stays, so that keys move on from there. If the feed or the group comes back, so does its list. Called once. */
export function emptyMissing(): void {
  let emptied: View | undefined;
  effect(() => {
    const now = view.value;
    if (!now) return;
    if (isMissing(now.stream)) {
      const ids = [...now.rows.value, ...now.fresh.value].map(({ id }) => id);
      emptied = now;
      untracked(() => now.drop(new Set(ids.filter((id) => id !== currentId.peek()))));
      // Also after a page that was asked for before: what is gone has neither more rows nor a failure.
      if (now.state.value !== 'end') now.state.value = 'end';
    } else if (now === emptied) {
      emptied = undefined;
      untracked(() => reopen(now.stream));
    }
  });
}
