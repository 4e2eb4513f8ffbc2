-- Passwords of people, as the hash of Argon2id (RFC 9106).
create table passwords (
  user_id uuid primary key references users on delete cascade,
  hash text not null,
  updated_at timestamptz not null
);
create index users_by_email on users (lower(email));

-- Links that sign in once. Only the hash of the token in a link is stored.
create table sign_in_links (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_links_by_user on sign_in_links (user_id);
create index sign_in_links_by_end on sign_in_links (expires_at);

-- Browsers that are signed in, each as one person. The token in the cookie is replaced from time to time; the one before
-- is accepted a little longer, for requests that were under way.
create table browser_sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  hash bytea not null unique,
  previous_hash bytea,
  rotated_at timestamptz not null,
  method text not null,
  user_agent text not null,
  address text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index browser_sessions_by_user on browser_sessions (user_id, created_at);
create index browser_sessions_by_previous_hash on browser_sessions (previous_hash) where previous_hash is not null;
create index browser_sessions_by_end on browser_sessions (expires_at);
