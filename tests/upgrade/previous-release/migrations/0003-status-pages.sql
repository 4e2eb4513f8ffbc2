-- What people use; incidents are about services, status pages show them.
create table status_page_services (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id)
);

create table status_pages (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  name text not null,
  url text not null,
  -- In small letters.
  custom_domain text,
  is_private boolean not null default false,
  -- Words and looks, validated by the contract.
  settings jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id),
  constraint status_pages_url unique (url),
  constraint status_pages_custom_domain unique (custom_domain)
);

create table status_page_cards (
  account_id uuid not null,
  id uuid not null,
  status_page_id uuid not null,
  position integer not null,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, status_page_id) references status_pages (account_id, id) on delete cascade
);
create index status_page_cards_of_page on status_page_cards (account_id, status_page_id);

create table status_page_card_services (
  account_id uuid not null,
  card_id uuid not null,
  service_id uuid not null,
  position integer not null,
  primary key (account_id, card_id, service_id),
  foreign key (account_id, card_id) references status_page_cards (account_id, id) on delete cascade,
  foreign key (account_id, service_id) references status_page_services (account_id, id) on delete cascade
);
create index status_page_card_services_by_service on status_page_card_services (account_id, service_id);

create table incidents (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  name text not null,
  severity text not null,
  -- The status of its latest update by public date; moves with every change of the updates.
  last_update_status text not null,
  -- Set when an alert opened it: the check whose recovery resolves it, and whether that mails the subscribers.
  opened_by_check_id uuid,
  notify_subscribers boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create index incidents_open on incidents (account_id, id) where last_update_status <> 'RESOLVED';
create index incidents_open_of_check on incidents (account_id, opened_by_check_id)
  where opened_by_check_id is not null and last_update_status <> 'RESOLVED';

create table incident_services (
  account_id uuid not null,
  incident_id uuid not null,
  service_id uuid not null,
  position integer not null,
  primary key (account_id, incident_id, service_id),
  foreign key (account_id, incident_id) references incidents (account_id, id) on delete cascade,
  foreign key (account_id, service_id) references status_page_services (account_id, id) on delete cascade
);
create index incident_services_by_service on incident_services (account_id, service_id);

create table incident_updates (
  account_id uuid not null,
  incident_id uuid not null,
  id uuid not null,
  status text not null,
  description text not null,
  public_at timestamptz not null,
  notify_subscribers boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, incident_id, id),
  foreign key (account_id, incident_id) references incidents (account_id, id) on delete cascade
);

-- What an alert wants done with incidents, written in the transaction of the alert. Tasks of one check are applied in
-- the order of their ids, and deleted in the transaction that applies them.
create table incident_tasks (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts on delete cascade,
  check_id uuid not null,
  kind text not null check (kind in ('OPEN', 'RESOLVE')),
  -- What the check said to open: service, severity, name, description, notifySubscribers.
  trigger jsonb,
  at timestamptz not null,
  check ((kind = 'OPEN') = (trigger is not null))
);
create index incident_tasks_of_check on incident_tasks (check_id, id);

-- Incidents of dashboards.
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
