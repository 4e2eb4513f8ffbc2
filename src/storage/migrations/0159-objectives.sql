-- Service level objectives: how much of the runs of a check, of a group or of checks with a tag may fail.
create table objectives (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  name text not null,
  -- Exactly one of these three says what it is about.
  check_id uuid,
  group_id bigint,
  tag text,
  -- Percent of results that do not fail.
  target double precision not null,
  window_days integer not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, check_id) references checks (account_id, id) on delete cascade,
  foreign key (account_id, group_id) references check_groups (account_id, id) on delete cascade,
  check (num_nonnulls(check_id, group_id, tag) = 1)
);
create index objectives_of_check on objectives (account_id, check_id) where check_id is not null;
create index objectives_of_group on objectives (account_id, group_id) where group_id is not null;
create trigger capture_change after insert or update or delete on objectives for each row
  when (current_setting('belfry.audited', true) = 'on') execute function capture_change();
