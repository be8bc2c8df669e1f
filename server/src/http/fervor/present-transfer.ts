// Presents imports, for the extension app.courant.transfer.
import type { ImportJob } from '@courant/protocol';
import { toIso } from '../../clock.ts';
import type { ImportReport } from '../../library/transfer/imports.ts';
import type { Import, ImportedFeed, ImportNote } from '../../model/transfer.ts';
import { presentSaid } from './present-health.ts';

export function presentImport(job: Import): ImportJob {
  const { waiting, followed, there, failed } = job.feeds;
  const done = followed + there + failed;
  return {
    id: job.id,
    kind: job.kind,
    state: job.state === 'loading' ? 'waiting' : job.state,
    created_at: toIso(job.createdAt),
    ...(job.endedAt === undefined ? {} : { ended_at: toIso(job.endedAt) }),
    feeds: { total: waiting + done, done, followed, already_there: there, failed },
    items: job.items,
    ...(job.undoId === undefined ? {} : { entry_id: job.undoId }),
    notes: job.notes.map(presentNote),
  };
}

export function presentReport(report: ImportReport): ImportJob {
  return { ...presentImport(report), failures: report.failures.map(presentFailure) };
}

function presentNote({ count, ...said }: ImportNote) {
  return { ...presentSaid(said), ...(count !== undefined && { count }) };
}

function presentFailure({ url, wishes, groupIds, why }: ImportedFeed) {
  const title = wishes.customTitle ?? wishes.title ?? wishes.lastTitle;
  return {
    feed_url: url,
    ...(title === undefined ? {} : { title }),
    group_ids: [...groupIds],
    reason: why?.sentence ?? 'It could not be followed',
    ...(why?.code === undefined ? {} : { code: why.code }),
  };
}
