-- Dashboards and their incidents.

create table dashboards (
  account_id uuid not null references accounts on delete cascade,
  -- The number by which incidents refer to it.
  id bigint generated always as identity,
  -- The name in URLs.
  dashboard_id text not null,
  custom_url text,
  -- Lowercase.
  custom_domain text,
  is_private boolean not null,
  -- Texts and appearance, validated by the contract.
  settings jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id),
  constraint dashboards_id unique (dashboard_id),
  constraint dashboards_custom_url unique (custom_url),
  constraint dashboards_custom_domain unique (custom_domain)
);

-- Keys of private dashboards.
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

create table dashboard_incidents (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  dashboard_id bigint not null,
  name text not null,
  impact text not null,
  started_at timestamptz,
  stopped_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id)
);
create index dashboard_incidents_of_dashboard on dashboard_incidents (account_id, dashboard_id);
-- Not valid: installations that had incidents before they had dashboards keep them.
alter table dashboard_incidents add constraint dashboard_incidents_dashboard
  foreign key (account_id, dashboard_id) references dashboards (account_id, id) on delete cascade not valid;

create table dashboard_incident_updates (
  account_id uuid not null,
  incident_id uuid not null,
  id uuid not null,
  status text not null,
  description text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, incident_id, id),
  foreign key (account_id, incident_id) references dashboard_incidents (account_id, id) on delete cascade
);
