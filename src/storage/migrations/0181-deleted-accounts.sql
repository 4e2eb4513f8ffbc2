-- Accounts that were deleted, whose results and measurements are removed in the background.
create table deleted_accounts (
  account_id uuid primary key,
  deleted_at timestamptz not null,
  -- Runs that were under way may still have stored something: what is there is removed again then.
  sweep_at timestamptz not null
);

-- What an account used on each day, in UTC.
create table account_use_days (
  account_id uuid not null references accounts on delete cascade,
  day date not null,
  -- Results of checks on that day.
  runs bigint not null,
  stored_bytes bigint not null,
  -- How much of each entitlement was used, by its key.
  used jsonb not null,
  recorded_at timestamptz not null,
  primary key (account_id, day)
);
