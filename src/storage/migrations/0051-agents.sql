-- Agents that serve a location. One row for each start of an agent; old rows are deleted, but the latest of each location
-- stays, so that it is known when the location was last served. Without account: agents of a public location.
create table agents (
  -- The queue of runs that it serves.
  queue text not null,
  -- Made by the agent when it starts.
  id uuid not null,
  account_id uuid,
  location_id uuid,
  name text not null,
  version text not null,
  protocol smallint not null,
  capabilities jsonb not null,
  places integer not null,
  running integer not null,
  started_at timestamptz not null,
  -- Written at most once a minute while nothing else changes.
  seen_at timestamptz not null,
  primary key (queue, id),
  foreign key (account_id, location_id) references private_locations (account_id, id) on delete cascade
);
create index agents_by_seen on agents (seen_at);
create index agents_of_location on agents (account_id, location_id);

-- Files that agents upload in parts. The bytes are content of the artifact store, which is deleted by itself while
-- nothing refers to it; the rows are deleted with it.
create table agent_uploads (
  id uuid primary key,
  queue text not null,
  agent_id uuid not null,
  account_id uuid not null references accounts on delete cascade,
  task_id uuid not null,
  run_lease uuid not null,
  name text not null,
  kind text not null,
  content_type text not null,
  size_bytes bigint not null,
  -- In hex, as the agent computed it.
  sha256 text not null,
  received_bytes bigint not null default 0,
  -- [{"sha256": …, "sizeBytes": …}] in the order of the bytes.
  parts jsonb not null default '[]',
  created_at timestamptz not null,
  -- Null until all bytes are there and have the hash.
  finished_at timestamptz
);
create index agent_uploads_of_run on agent_uploads (task_id);
create index agent_uploads_by_age on agent_uploads (created_at);
