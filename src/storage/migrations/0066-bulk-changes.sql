-- What a bulk change has to restore when it is undone. Secrets inside are encrypted, as they are in the tables.
create table bulk_changes (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  -- What the checks were: their changed columns with the version after the change, or all rows of deleted ones.
  before jsonb not null,
  expires_at timestamptz not null,
  primary key (account_id, id)
);
create index bulk_changes_expiring on bulk_changes (expires_at);

-- Filters of screens that a person has named.
create table saved_views (
  account_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  name text not null,
  query text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade
);
create unique index saved_views_by_name on saved_views (account_id, user_id, name);
