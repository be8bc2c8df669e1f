// WebSub: which hub announces which source.
import type { Migration } from './migration.ts';

export const hubs: Migration = {
  name: 'hubs',
  statements: ({ id }) => [
    `CREATE TABLE hubs (
      id ${id},
      source_id BIGINT REFERENCES sources (id) ON DELETE SET NULL,   -- null: the hub is still to be told that it is over
      url TEXT NOT NULL,                       -- the hub's own address
      host_id BIGINT NOT NULL REFERENCES hosts (id),
      topic TEXT NOT NULL,                     -- what the source calls itself
      callback TEXT NOT NULL UNIQUE,           -- 128 random bits; as they are, for the hub is told them again at each renewal
      secret TEXT,                             -- null: it would travel unencrypted
      state TEXT NOT NULL,                     -- pending, active, denied, ended
      asked TEXT,                              -- subscribe or unsubscribe, until the hub confirms it
      due_at BIGINT,                           -- the next request to the hub; null: none
      failures INTEGER NOT NULL DEFAULT 0,     -- requests without a confirmation, in a row
      leased_until BIGINT,
      pushed_at BIGINT,                        -- last signed push
      pinged_at BIGINT,                        -- last signed push without posts
      trusted_since BIGINT
    )`,
    `CREATE INDEX hubs_source ON hubs (source_id)`,
    `CREATE INDEX hubs_due ON hubs (host_id, due_at)`,
  ],
};
