-- Visitors know a page by its address, and what follows from it by the id alone.
create unique index status_pages_by_id on status_pages (id);

-- Who is mailed what a status page says.
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

-- What the subscribers of a page are told, written with its cause and once for each cause. Mails are made from it in
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
  -- What the mail server said last.
  response text,
  -- When to try; null when nothing is owed any more.
  available_at timestamptz,
  lease_token uuid,
  finished_at timestamptz,
  primary key (message_id, subscriber_id)
);
create index subscriber_mails_owed on subscriber_mails (available_at) where available_at is not null;
create index subscriber_mails_of_subscriber on subscriber_mails (subscriber_id);

-- Reminders that are to come, one for each maintenance and time ahead.
create table maintenance_reminders (
  account_id uuid not null,
  maintenance_id uuid not null,
  minutes_before integer not null,
  due_at timestamptz not null,
  primary key (account_id, maintenance_id, minutes_before),
  foreign key (account_id, maintenance_id) references maintenances (account_id, id) on delete cascade
);
create index maintenance_reminders_due on maintenance_reminders (due_at);

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
