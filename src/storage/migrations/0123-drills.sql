-- A check that was made to fail on purpose, and where its message went. Deleted soon after it ended.
create table drills (
  account_id uuid not null references accounts on delete cascade,
  -- That of its dry run; a heartbeat has none.
  id uuid not null,
  check_id uuid not null,
  created_at timestamptz not null,
  -- When it may be sent; null once it ended.
  claimable_at timestamptz,
  lease_token uuid,
  tries smallint not null default 0,
  ended_at timestamptz,
  -- Of the message; null when none was sent.
  title text,
  -- The decisive reason in the message, or why there is no message.
  reason text,
  deliveries jsonb not null default '[]',
  primary key (account_id, id)
);
create index drills_due on drills (claimable_at) where claimable_at is not null;
create index drills_ended on drills (ended_at) where ended_at is not null;
