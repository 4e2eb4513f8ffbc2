-- Keys with which agents serve a public location, for all accounts. Only the operator creates and revokes them; revoked
-- keys are deleted. At most two of each location, so that agents can move from one to the other without a gap.
create table public_location_keys (
  id uuid primary key,
  -- The code of the location, which is the name of its queue too.
  region text not null,
  name text not null,
  hash bytea not null unique,
  masked text not null,
  created_at timestamptz not null
);
create index public_location_keys_of_region on public_location_keys (region);

-- Public locations that agents serve in place of the built-in runner: since the first agent connected, until the last key
-- of the location is revoked.
create table agent_locations (
  region text primary key,
  -- The display name of the location.
  name text not null,
  since timestamptz not null
);

-- Claims of agents of public locations take turns between the accounts whose runs wait.
create index run_tasks_by_account on run_tasks (queue, account_id, claimable_at);
