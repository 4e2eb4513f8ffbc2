-- What the public sees: services, pages that show them, incidents, and subscribers who are mailed.

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
  -- Lowercase.
  custom_domain text,
  is_private boolean not null default false,
  -- Texts and appearance, validated by the contract.
  settings jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id),
  constraint status_pages_url unique (url),
  constraint status_pages_custom_domain unique (custom_domain)
);
-- Visitors use a page by its URL, and what belongs to it by the id alone.
create unique index status_pages_by_id on status_pages (id);

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

-- The password of a private page. Sessions of visitors name its id, so that a new one ends them.
create table status_page_keys (
  account_id uuid not null,
  id uuid not null,
  status_page_id uuid not null,
  -- scrypt, with its salt.
  password_hash text not null,
  masked_key text not null,
  created_at timestamptz not null,
  primary key (account_id, status_page_id),
  foreign key (account_id, status_page_id) references status_pages (account_id, id) on delete cascade
);
create unique index status_page_keys_of_page on status_page_keys (status_page_id);

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
-- Status pages ask which incidents had updates recently.
create index incident_updates_by_public_date on incident_updates (account_id, public_at);

-- What an alert does to incidents, written in the transaction of the alert. Tasks of one check are applied in
-- the order of their ids, and deleted in the transaction that applies them.
create table incident_tasks (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts on delete cascade,
  check_id uuid not null,
  kind text not null check (kind in ('OPEN', 'RESOLVE')),
  -- What the check says to open: service, severity, name, description, notifySubscribers.
  trigger jsonb,
  at timestamptz not null,
  check ((kind = 'OPEN') = (trigger is not null))
);
create index incident_tasks_of_check on incident_tasks (check_id, id);

-- Who gets the updates of a status page by mail.
create table status_page_subscribers (
  account_id uuid not null,
  id uuid not null unique,
  status_page_id uuid not null,
  address text not null,
  -- Null until the address is verified; only verified ones get mail.
  verified_at timestamptz,
  -- SHA-256 of the token in the latest verification mail, and until when it is accepted.
  token_hash bytea,
  token_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Mails in a row that a mail server rejected because there is no such mailbox, and since when.
  bounces integer not null default 0,
  bounced_since timestamptz,
  primary key (account_id, id),
  foreign key (account_id, status_page_id) references status_pages (account_id, id) on delete cascade
);
create unique index status_page_subscribers_address
  on status_page_subscribers (account_id, status_page_id, lower(address));
create index status_page_subscribers_verified on status_page_subscribers (status_page_id, id)
  where verified_at is not null;
create unique index status_page_subscribers_token on status_page_subscribers (token_hash)
  where token_hash is not null;
create index status_page_subscribers_pending on status_page_subscribers (updated_at) where verified_at is null;

-- A message to the subscribers of a page, written with its cause and once for each cause. Mails are made from it in
-- portions, so that neither the cause nor other pages wait for a page with many subscribers.
create table subscriber_messages (
  id bigint generated always as identity primary key,
  account_id uuid not null,
  status_page_id uuid not null,
  cause text not null,
  content jsonb not null,
  created_at timestamptz not null,
  -- The last subscriber a mail was made for, and when to make more; null when all are made.
  spread_until uuid,
  spread_at timestamptz,
  unique (status_page_id, cause),
  foreign key (account_id, status_page_id) references status_pages (account_id, id) on delete cascade
);
create index subscriber_messages_to_spread on subscriber_messages (spread_at, id) where spread_at is not null;
create index subscriber_messages_by_age on subscriber_messages (created_at);

create table subscriber_mails (
  message_id bigint not null references subscriber_messages on delete cascade,
  subscriber_id uuid not null references status_page_subscribers (id) on delete cascade,
  -- The token of a verification mail, encrypted, until the mail is sent.
  sealed_token text,
  status text not null check (status in ('OWED', 'SENT', 'RETRY', 'REJECTED')),
  tries integer not null default 0,
  -- The latest answer of the mail server.
  response text,
  -- When to try; null when nothing is owed any more.
  available_at timestamptz,
  lease_token uuid,
  finished_at timestamptz,
  primary key (message_id, subscriber_id)
);
create index subscriber_mails_owed on subscriber_mails (available_at) where available_at is not null;
create index subscriber_mails_of_subscriber on subscriber_mails (subscriber_id);
