// The first schema. Times are milliseconds since the epoch; booleans are 0 or 1.
import type { Migration } from './migration.ts';

export const first: Migration = {
  name: 'first',
  statements: ({ id, bytes, clustered }) => [
    ...people(id),
    ...apps(),
    ...web(id, bytes),
    ...subscriptions(id, clustered),
  ],
};

/** Who may sign in, and what a browser holds. */
const people = (id: string): string[] => [
  `CREATE TABLE users (
    id ${id},
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,           -- the name as it is compared: NFKC, lower case
    password_hash TEXT NOT NULL,
    is_admin INTEGER NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL
  )`,
  // Apart from users, and narrow, because each change of a user's data writes it: it is the lock that orders these changes.
  `CREATE TABLE change_counters (user_id BIGINT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE, seq BIGINT NOT NULL)`,
  `CREATE TABLE sessions (
    id_hash TEXT PRIMARY KEY,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    signed_in_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,
  `CREATE INDEX sessions_user ON sessions (user_id)`,
  `CREATE INDEX sessions_expiry ON sessions (expires_at)`,
  // A bucket for each thing that is limited: sign-ins of an account, registrations of an address.
  `CREATE TABLE throttles (key TEXT PRIMARY KEY, tokens REAL NOT NULL, refilled_at BIGINT NOT NULL)`,
  // Small facts of the whole instance, such as the token that opens the first set-up.
  `CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
];

/** OAuth: apps, what was granted to them, and the codes and tokens of a grant. Secrets are kept as SHA-256. */
const apps = (): string[] => [
  `CREATE TABLE apps (
    id TEXT PRIMARY KEY,
    secret_hash TEXT,                        -- null: a public app, which must use PKCE
    registered_by_json INTEGER NOT NULL,
    name TEXT NOT NULL,
    website TEXT,
    redirect_uris TEXT NOT NULL,             -- JSON array, as registered, byte for byte
    created_at BIGINT NOT NULL
  )`,
  `CREATE TABLE grants (
    id TEXT PRIMARY KEY,
    app_id TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    scope TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    speaks_standard INTEGER NOT NULL DEFAULT 0,   -- sent code or used PKCE: may refresh without redirect_uri
    created_at BIGINT NOT NULL,
    last_used_at BIGINT,
    expires_at BIGINT,                       -- the family's absolute end; null: never
    revoked_at BIGINT,
    revoked_because TEXT
  )`,
  `CREATE INDEX grants_user ON grants (user_id)`,
  `CREATE INDEX grants_app ON grants (app_id)`,
  // What a person is asked to allow: bound to the session that was shown the page, and used once.
  `CREATE TABLE consents (
    handle_hash TEXT PRIMARY KEY,
    session_hash TEXT NOT NULL,
    app_id TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
    request TEXT NOT NULL,                   -- JSON of the authorization request
    expires_at BIGINT NOT NULL
  )`,
  `CREATE INDEX consents_app ON consents (app_id)`,
  `CREATE TABLE codes (
    hash TEXT PRIMARY KEY,
    grant_id TEXT NOT NULL REFERENCES grants (id) ON DELETE CASCADE,
    app_id TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    challenge TEXT,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
  )`,
  `CREATE INDEX codes_grant ON codes (grant_id)`,
  `CREATE TABLE access_tokens (
    hash TEXT PRIMARY KEY,
    grant_id TEXT NOT NULL REFERENCES grants (id) ON DELETE CASCADE,
    expires_at BIGINT                        -- null: never
  )`,
  `CREATE INDEX access_tokens_grant ON access_tokens (grant_id)`,
  `CREATE TABLE refresh_tokens (
    hash TEXT PRIMARY KEY,
    grant_id TEXT NOT NULL REFERENCES grants (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    next_hash TEXT,                          -- its successor, once used
    superseded INTEGER NOT NULL DEFAULT 0
  )`,
  `CREATE INDEX refresh_tokens_grant ON refresh_tokens (grant_id)`,
];

/** What is crawled and what it published: shared by everybody, stored once. */
const web = (id: string, bytes: string): string[] => [
  // The unit of politeness. Only the holder of the lease may call. While it is held, ready_at is its end, so that one index finds
  // both what is due and what a crash has left behind.
  `CREATE TABLE hosts (
    id ${id},
    name TEXT NOT NULL UNIQUE,
    ready_at BIGINT,                         -- earliest next visit; null: nothing is due here
    lease TEXT,                              -- whose visit is under way; null: nobody's
    quiet_until BIGINT NOT NULL DEFAULT 0,   -- the pause after the last call, whatever is due
    backoff_until BIGINT NOT NULL DEFAULT 0, -- Retry-After
    floor_ms BIGINT NOT NULL DEFAULT 0,      -- least time between two visits of one source, raised by 429
    floor_since BIGINT NOT NULL DEFAULT 0    -- when it was raised last
  )`,
  `CREATE INDEX hosts_ready ON hosts (ready_at)`,
  `CREATE TABLE sources (
    id ${id},
    url TEXT NOT NULL UNIQUE,                -- as it is called
    host_id BIGINT NOT NULL REFERENCES hosts (id),
    title TEXT NOT NULL,
    site_url TEXT NOT NULL,
    description TEXT,
    language TEXT,
    image_url TEXT,
    created_at BIGINT NOT NULL,
    checked_at BIGINT,                       -- last time the document was checked with success, 304 included
    etag TEXT,                               -- as received, byte for byte
    last_modified TEXT,
    validators_url TEXT,                     -- the address that gave the two
    body_hash TEXT,
    details TEXT NOT NULL DEFAULT '{}'       -- JSON: what the crawler remembers of this source
  )`,
  // Apart, because every visit writes the row of the source. A better parser can read the document again without a request.
  `CREATE TABLE source_bodies (
    source_id BIGINT PRIMARY KEY REFERENCES sources (id) ON DELETE CASCADE,
    body ${bytes} NOT NULL,                  -- gzip
    url TEXT NOT NULL,                       -- relative addresses in it start here
    content_type TEXT
  )`,
  // Other addresses that lead here: as typed, before redirects, without normalisation.
  `CREATE TABLE source_addresses (url TEXT PRIMARY KEY, source_id BIGINT NOT NULL REFERENCES sources (id) ON DELETE CASCADE)`,
  `CREATE INDEX source_addresses_source ON source_addresses (source_id)`,
  // Narrow and apart: a search for what is due reads nothing else.
  `CREATE TABLE schedules (
    source_id BIGINT PRIMARY KEY REFERENCES sources (id) ON DELETE CASCADE,
    host_id BIGINT NOT NULL,
    next_visit_at BIGINT,                    -- null: nobody follows it, or it is gone for good
    planned_at BIGINT,                       -- what next_visit_at is, or would be if somebody followed it
    last_visit_at BIGINT,
    failures INTEGER NOT NULL DEFAULT 0      -- in a row
  )`,
  `CREATE INDEX schedules_due ON schedules (host_id, next_visit_at)`,
  // The outcomes of a source's last visits; the oldest are forgotten.
  `CREATE TABLE visits (
    id ${id},
    source_id BIGINT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    at BIGINT NOT NULL,
    outcome TEXT NOT NULL,                   -- its kind
    detail TEXT NOT NULL,                    -- JSON: the outcome
    status INTEGER,
    duration_ms INTEGER NOT NULL,
    new_posts INTEGER NOT NULL DEFAULT 0
  )`,
  `CREATE INDEX visits_source ON visits (source_id, id)`,
  `CREATE TABLE posts (
    id ${id},
    source_id BIGINT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    identity TEXT NOT NULL,                  -- what makes it this post and no other
    url TEXT NOT NULL,
    title TEXT NOT NULL,
    author TEXT,
    published_at BIGINT,
    sort_at BIGINT NOT NULL,                 -- published_at, but never later than when it was first seen
    stored_at BIGINT NOT NULL,
    edited_at BIGINT,
    text_hash TEXT NOT NULL,
    UNIQUE (source_id, identity)
  )`,
  `CREATE INDEX posts_newest ON posts (source_id, sort_at, id)`,
  // Apart from what lists scan.
  `CREATE TABLE post_contents (
    post_id BIGINT PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
    content TEXT,                            -- sanitised HTML
    summary TEXT,                            -- sanitised HTML
    first_content TEXT,                      -- as first seen, once it was edited
    details TEXT NOT NULL DEFAULT '{}',      -- JSON: enclosures, categories, comments, image
    sanitiser INTEGER NOT NULL               -- version of the allow-list
  )`,
];

/** What each user has of it. */
const subscriptions = (id: string, clustered: string): string[] => [
  `CREATE TABLE groups (
    id ${id},
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (user_id, title)
  )`,
  `CREATE TABLE feeds (
    id ${id},
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    source_id BIGINT NOT NULL REFERENCES sources (id),
    unread_count INTEGER NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    UNIQUE (user_id, source_id)
  )`,
  `CREATE INDEX feeds_source ON feeds (source_id, user_id)`,
  `CREATE TABLE group_feeds (
    group_id BIGINT NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    feed_id BIGINT NOT NULL REFERENCES feeds (id) ON DELETE CASCADE,
    PRIMARY KEY (group_id, feed_id)
  ) ${clustered}`,
  `CREATE INDEX group_feeds_feed ON group_feeds (feed_id, group_id)`,
  // Two trees serve every list: this one those of a feed and of a group, its index those of the user and single items.
  `CREATE TABLE items (
    feed_id BIGINT NOT NULL,
    read INTEGER NOT NULL,
    id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    post_id BIGINT NOT NULL,
    starred INTEGER NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (feed_id, read, id)
  ) ${clustered}`,
  `CREATE UNIQUE INDEX items_user ON items (user_id, read, id, post_id, starred, created_at)`,
  `CREATE INDEX items_post ON items (post_id)`,
  // Ids that are given out in blocks, in order of commit, and never twice.
  `CREATE TABLE counters (name TEXT PRIMARY KEY, value BIGINT NOT NULL)`,
  `INSERT INTO counters (name, value) VALUES ('item', 0)`,
  // Everything that a user's apps may want to hear of, in the order of commit. \`ids\` is a JSON array.
  `CREATE TABLE changes (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    kind TEXT NOT NULL,
    ids TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (user_id, seq)
  ) ${clustered}`,
];
