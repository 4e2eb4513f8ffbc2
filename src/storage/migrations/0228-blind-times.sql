-- Times in which a runner reached none of its anchors, so that what it did not get an answer to is unknown. One that lasts
-- has no end.
create table blind_times (
  id uuid primary key,
  -- An agent, or the built-in runner of a process.
  runner_id text not null,
  -- Where it takes runs.
  queues text[] not null,
  -- Of a private location; null: public ones.
  account_id uuid references accounts on delete cascade,
  location_id uuid,
  location_name text not null,
  since timestamptz not null,
  until timestamptz,
  -- When its runner told of it last.
  heard_at timestamptz not null,
  -- The anchors that did not answer.
  silent text not null,
  unique (runner_id, since),
  foreign key (account_id, location_id) references private_locations (account_id, id) on delete cascade
);
create index blind_times_now on blind_times (since) where until is null;
create index blind_times_by_end on blind_times (until);
create index blind_times_of_location on blind_times (account_id, location_id);

-- The mails about their beginning and end, to those who run the accounts with checks there.
create table blind_mails (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  blind_id uuid not null references blind_times on delete cascade,
  -- BLIND, SEEING, or GONE when its runner ended before.
  event text not null,
  at timestamptz not null,
  address text not null,
  -- Null when it was sent or given up.
  claimable_at timestamptz,
  lease_token uuid,
  tries smallint not null default 0,
  status text not null default 'PENDING',
  response text not null default '',
  primary key (account_id, id)
);
create index blind_mails_of_time on blind_mails (blind_id);
create index blind_mails_due on blind_mails (claimable_at) where claimable_at is not null;
