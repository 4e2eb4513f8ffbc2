-- A test session whose client wants each result as soon as it is there. The client chooses the id before the session exists,
-- so that either may come first.
create table live_runs (
  account_id uuid not null references accounts on delete cascade,
  suite_id uuid not null,
  -- Null until the session starts.
  session_id uuid,
  -- Until then some process sends its results to a client; null while nobody ever followed it.
  watched_until timestamptz,
  created_at timestamptz not null,
  primary key (account_id, suite_id)
);
create index live_runs_of_session on live_runs (session_id);
create index live_runs_created on live_runs (created_at);
