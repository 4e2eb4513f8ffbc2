-- Which error groups a result belongs to. No foreign key: results outlive groups and are dropped by the day.
alter table check_results add column error_group_ids uuid[] not null default '{}';

-- Failures of one check that say the same. No foreign key to the check: settling a run must not wait for somebody who
-- edits it. Whoever deletes a check deletes its groups.
create table error_groups (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null unique,
  check_id uuid not null,
  check_type text not null,
  error_hash text not null,
  raw_error_message text,
  cleaned_error_message text not null,
  occurrences bigint not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  -- The latest result of the group: what an analysis looks at.
  last_result_id uuid not null,
  archived_until_next_event boolean not null default false,
  archived_for_ever boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id),
  unique (account_id, check_id, error_hash)
) with (fillfactor = 70);

-- The same for runs of test sessions, which may belong to a project and need not belong to a stored check.
create table test_session_error_groups (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null unique,
  project_id uuid,
  check_id uuid,
  check_type text not null,
  environments text[] not null default '{}',
  pwt_metadata jsonb,
  error_hash text not null,
  raw_error_message text,
  cleaned_error_message text not null,
  occurrences bigint not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  last_result_id uuid,
  archived_until_next_event boolean not null default false,
  archived_for_ever boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id),
  unique nulls not distinct (account_id, project_id, error_hash)
) with (fillfactor = 70);

-- available_at is set while the analysis is still owed: its start when it waits, the end of the lease when somebody
-- works on it.
create table root_cause_analyses (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null unique,
  error_group_id uuid,
  test_session_error_group_id uuid,
  check_id uuid,
  check_type text not null,
  status text not null,
  is_automatic boolean not null,
  user_context text not null,
  provider text,
  model text,
  duration_ms double precision,
  analysis jsonb,
  available_at timestamptz,
  lease_token uuid,
  claims smallint not null default 0,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, error_group_id) references error_groups (account_id, id) on delete cascade,
  foreign key (account_id, test_session_error_group_id) references test_session_error_groups (account_id, id)
    on delete cascade,
  check ((error_group_id is null) <> (test_session_error_group_id is null))
);
create index root_cause_analyses_owed on root_cause_analyses (is_automatic, available_at) where available_at is not null;
create index root_cause_analyses_of_group on root_cause_analyses (account_id, error_group_id, id)
  where error_group_id is not null;
create index root_cause_analyses_of_test_group on root_cause_analyses (account_id, test_session_error_group_id, id)
  where test_session_error_group_id is not null;
