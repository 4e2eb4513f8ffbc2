-- Places outside the public ones, run by their owners. Checks and groups name them by slug.
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
-- Two slugs that differ only in case would be one to people.
create unique index private_locations_by_slug on private_locations (account_id, lower(slug_name));

-- What agents of a location identify themselves by.
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

create index checks_by_private_location on checks using gin (private_locations);
