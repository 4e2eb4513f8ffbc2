alter table private_locations
  -- Since when an agent is awaited without interruption, because checks are assigned; null while none is. Times at which
  -- the service could not be reached do not count.
  add column awaited_since timestamptz,
  -- Since when nothing is scheduled here, because no agent is connected.
  add column unavailable_since timestamptz;
create index private_locations_unavailable on private_locations (account_id) where unavailable_since is not null;

-- What happened to a location: UNAVAILABLE, AVAILABLE, or UNASSIGNED when no check needs it any more.
create table private_location_events (
  account_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  at timestamptz not null,
  event text not null,
  -- When an agent was last connected; null: never.
  last_seen_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, location_id) references private_locations (account_id, id) on delete cascade
);
create index private_location_events_of_location on private_location_events (account_id, location_id, at);
create index private_location_events_by_age on private_location_events (at);

-- The mails about an event, one for each address.
create table private_location_mails (
  account_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  address text not null,
  -- Null when it was sent or given up.
  claimable_at timestamptz,
  lease_token uuid,
  tries smallint not null default 0,
  status text not null default 'PENDING',
  response text not null default '',
  primary key (account_id, id),
  unique (account_id, event_id, address),
  foreign key (account_id, event_id) references private_location_events (account_id, id) on delete cascade
);
create index private_location_mails_due on private_location_mails (claimable_at) where claimable_at is not null;

-- Runs that were dropped in this minute because no agent took them.
alter table private_location_samples add column dropped_runs integer not null default 0;

-- What an agent must be able to do for a run, once one that cannot has claimed it; null before.
alter table run_tasks add column needs text[];
