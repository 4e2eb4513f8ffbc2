-- Where checks run.

-- Locations beside the public ones, run by their owners. Checks and groups name them by slug.
create table private_locations (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null unique,
  name text not null,
  slug_name text not null,
  icon text not null,
  sealed_proxy_url text,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id)
);
-- Slugs that differ only in case are easily mistaken for one another.
create unique index private_locations_by_slug on private_locations (account_id, lower(slug_name));

-- How the agents of a location authenticate.
create table private_location_keys (
  account_id uuid not null,
  location_id uuid not null,
  id uuid primary key,
  hash bytea not null unique,
  masked text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  foreign key (account_id, location_id) references private_locations (account_id, id) on delete cascade
);
create index private_location_keys_of_location on private_location_keys (account_id, location_id);

-- Once a minute, for locations where runs wait.
create table private_location_samples (
  account_id uuid not null,
  location_id uuid not null,
  at timestamptz not null,
  queue_size integer not null,
  -- How long the run at the head of the queue has waited.
  oldest_seconds double precision not null,
  primary key (account_id, location_id, at),
  foreign key (account_id, location_id) references private_locations (account_id, id) on delete cascade
);
create index private_location_samples_by_time on private_location_samples (at);

-- The display name of a public location: written by the process whose runner serves it.
create table location_names (
  region text primary key,
  name text not null
);
