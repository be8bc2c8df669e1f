/** The contract of a feed-reader service as schemas: requests, answers and errors. No I/O. */

export * from './authentication.ts';
export { type Checked, check, type Fault } from './check.ts';
export type { Endpoint } from './endpoint.ts';
export * from './endpoints.ts';
export * from './entities.ts';
export * from './errors.ts';
export * from './extensions/account.ts';
export * from './extensions/activity.ts';
export * from './extensions/admin.ts';
export * from './extensions/app-passwords.ts';
export * from './extensions/entities.ts';
export * from './extensions/feeds.ts';
export * from './extensions/full-text.ts';
export * from './extensions/health.ts';
export * from './extensions/images.ts';
export * from './extensions/items.ts';
export * from './extensions/journal.ts';
export * from './extensions/playback.ts';
export * from './extensions/preview.ts';
export * from './extensions/retention.ts';
export * from './extensions/search.ts';
export * from './extensions/sync.ts';
export * from './extensions/tags.ts';
export * from './extensions/transfer.ts';
export * from './extensions.ts';
export * from './limits.ts';
export { openApiDocument } from './openapi.ts';
export * from './pagination.ts';
export {
  batch,
  feedCreation,
  groupCreation,
  idList,
  only,
  type PageQuery,
  pageQuery,
  pathId,
  readId,
} from './parameters.ts';
export * from './token-services.ts';
