-- What a run does otherwise than its check says: variables, the environment it looks at. Sealed as a whole, and gone
-- when the run is over.
create table run_overrides (
  session_id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  sealed text not null,
  created_at timestamptz not null
);
create index run_overrides_by_age on run_overrides (created_at);

-- Members of a group that were triggered together and of which only some run at once. A member is here while it waits
-- or runs.
create table run_batches (
  account_id uuid not null references accounts on delete cascade,
  id uuid primary key,
  concurrency integer not null
);

create table run_batch_members (
  batch_id uuid not null references run_batches on delete cascade,
  position integer not null,
  session_id uuid not null unique,
  is_started boolean not null default false,
  primary key (batch_id, position)
);

-- Addresses that run one check or one group when they are called. The hash finds the trigger of a call; the sealed
-- token is for its owner to read again.
create table triggers (
  account_id uuid not null references accounts on delete cascade,
  id bigint generated always as identity unique,
  check_id uuid,
  group_id bigint,
  token_hash bytea not null unique,
  sealed_token text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  called_at timestamptz,
  primary key (account_id, id),
  check ((check_id is null) <> (group_id is null)),
  foreign key (account_id, check_id) references checks (account_id, id) on delete cascade,
  foreign key (account_id, group_id) references check_groups (account_id, id) on delete cascade
);
create unique index triggers_of_check on triggers (account_id, check_id) where check_id is not null;
create unique index triggers_of_group on triggers (account_id, group_id) where group_id is not null;

-- What runs when a repository is deployed.
create table deployment_triggers (
  account_id uuid not null references accounts on delete cascade,
  id bigint generated always as identity unique,
  check_id uuid,
  group_id bigint,
  provider text not null,
  repo_id text not null,
  repo_name text not null,
  repo_link text,
  use_environment_url boolean not null,
  include_screenshots boolean not null,
  environment_regex_filter text,
  environment_url_regex_filter text,
  run_location text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id),
  check ((check_id is null) <> (group_id is null)),
  foreign key (account_id, check_id) references checks (account_id, id) on delete cascade,
  foreign key (account_id, group_id) references check_groups (account_id, id) on delete cascade
);
create unique index deployment_triggers_of_check on deployment_triggers (account_id, check_id, provider, repo_id)
  where check_id is not null;
create unique index deployment_triggers_of_group on deployment_triggers (account_id, group_id, provider, repo_id)
  where group_id is not null;
create index deployment_triggers_of_repository on deployment_triggers (provider, repo_id);

-- Deployment events that were acted on, so that a provider may deliver one again.
create table deployment_deliveries (
  provider text not null,
  delivery_id text not null,
  received_at timestamptz not null,
  primary key (provider, delivery_id)
);
create index deployment_deliveries_by_age on deployment_deliveries (received_at);

-- Outcomes owed to the provider as commit statuses. A row goes when its last status was told or cannot be told.
create table commit_statuses (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  session_ids uuid[] not null,
  repo_name text not null,
  commit_id text not null,
  context text not null,
  target_url text not null,
  -- The state the provider knows.
  told text,
  failures smallint not null default 0,
  available_at timestamptz not null,
  lease_token uuid,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index commit_statuses_owed on commit_statuses (available_at);
