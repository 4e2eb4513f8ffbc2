-- How often errors occurred in each hour, of checks and of test sessions, so that lists need not read results.
create table error_occurrences (
  account_id uuid not null references accounts on delete cascade,
  error_group_id uuid not null,
  hour timestamptz not null,
  -- The queue of the location.
  location text not null,
  occurrences integer not null,
  primary key (account_id, error_group_id, hour, location)
);
