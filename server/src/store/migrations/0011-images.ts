// Publishers' pictures, as the proxy has fetched them: shared by everybody, and limited in size.
import type { Migration } from './migration.ts';

export const images: Migration = {
  name: 'images',
  statements: ({ bytes }) => [
    `CREATE TABLE images (
      key TEXT PRIMARY KEY,                    -- SHA-256 of the address
      type TEXT,                               -- null: there is no picture
      failure TEXT,                            -- why there is none
      size BIGINT NOT NULL,                    -- bytes
      expires_at BIGINT NOT NULL,              -- then it is fetched anew
      used_at BIGINT NOT NULL                  -- exact to a day; the longest unused go first
    )`,
    `CREATE INDEX images_use ON images (used_at, size)`,
    // Apart, so that a search for the oldest, which must go, reads only narrow rows.
    `CREATE TABLE image_bodies (key TEXT PRIMARY KEY REFERENCES images (key) ON DELETE CASCADE, body ${bytes} NOT NULL)`,
  ],
};
