-- What agents reported when they crashed, without anything of checks: equal reports of a location are one row. At most 20 of a
-- location are kept, for 30 days.
create table agent_crashes (
  -- The queue of the location that the agent served.
  queue text not null,
  -- SHA-256 of message, stack, version, platform and runtime version.
  fingerprint bytea not null,
  account_id uuid,
  location_id uuid,
  message text not null,
  -- Own source files with line and column, one a line.
  stack text not null,
  version text not null,
  platform text not null,
  runtime_version text not null,
  reports integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (queue, fingerprint),
  foreign key (account_id, location_id) references private_locations (account_id, id) on delete cascade
);
create index agent_crashes_by_age on agent_crashes (last_at);
create index agent_crashes_of_location on agent_crashes (account_id, location_id);
