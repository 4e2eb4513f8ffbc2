-- The link in a message does each of its actions once; the row is written with the effect.
create table alert_link_uses (
  account_id uuid not null references accounts on delete cascade,
  notification_id uuid not null,
  action text not null,
  used_at timestamptz not null,
  used_by text not null,
  primary key (account_id, notification_id, action)
);
