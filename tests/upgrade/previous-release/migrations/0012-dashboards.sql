create table dashboards (
  account_id uuid not null references accounts on delete cascade,
  -- The number incidents name it by.
  id bigint generated always as identity,
  -- The name in addresses.
  dashboard_id text not null,
  custom_url text,
  -- In small letters.
  custom_domain text,
  is_private boolean not null,
  -- Words and looks, validated by the contract.
  settings jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id),
  constraint dashboards_id unique (dashboard_id),
  constraint dashboards_custom_url unique (custom_url),
  constraint dashboards_custom_domain unique (custom_domain)
);

-- What opens a private dashboard.
create table dashboard_keys (
  account_id uuid not null,
  dashboard_id bigint not null,
  id uuid primary key,
  hash bytea not null unique,
  masked text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  foreign key (account_id, dashboard_id) references dashboards (account_id, id) on delete cascade
);
create index dashboard_keys_of_dashboard on dashboard_keys (account_id, dashboard_id);

-- Incidents were written before there were dashboards, for numbers of their authors' choice. They stay, without the
-- constraint being checked for them, and no new dashboard takes such a number unless it is absurdly large.
alter table dashboard_incidents add constraint dashboard_incidents_dashboard
  foreign key (account_id, dashboard_id) references dashboards (account_id, id) on delete cascade not valid;
select setval(pg_get_serial_sequence('dashboards', 'id'),
  1 + coalesce((select max(dashboard_id) from dashboard_incidents where dashboard_id < 1000000000), 0), false);
