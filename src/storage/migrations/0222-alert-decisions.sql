-- How each change of state and each decision about notifications came about: what it takes to decide it again.
create table alert_decisions (
  account_id uuid not null,
  id uuid not null,
  check_id uuid not null,
  -- The alert that it recorded or belongs to; null when there is none.
  check_alert_id uuid,
  derivation jsonb not null,
  verdict jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index alert_decisions_of_check on alert_decisions (account_id, check_id, id);
create index alert_decisions_of_alert on alert_decisions (account_id, check_alert_id) where check_alert_id is not null;
