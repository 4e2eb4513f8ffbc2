-- Pages of providers in the format of Statuspage, each read once for all components of the account that follow it.
create table followed_pages (
  account_id uuid not null references accounts on delete cascade,
  url text not null,
  next_check_at timestamptz not null,
  checked_at timestamptz,
  -- When it was read last; null: never.
  read_at timestamptz,
  failures integer not null default 0,
  -- Why it could not be read the last time.
  problem text,
  etag text,
  last_modified text,
  -- What the provider calls the page.
  name text,
  primary key (account_id, url)
);
create index followed_pages_due on followed_pages (next_check_at);

create table component_feeds (
  account_id uuid not null,
  component_id uuid not null,
  url text not null,
  -- The component of the provider; null: the whole page.
  remote_id text,
  remote_name text,
  followed_since timestamptz not null,
  primary key (account_id, component_id),
  foreign key (account_id, component_id) references status_page_components (account_id, id) on delete cascade,
  foreign key (account_id, url) references followed_pages (account_id, url)
);
create index component_feeds_of_page on component_feeds (account_id, url);
create trigger capture_change after insert or update or delete on component_feeds for each row
  when (current_setting('belfry.audited', true) = 'on') execute function capture_change();

-- What a followed component was besides operational.
create table component_feed_states (
  account_id uuid not null,
  component_id uuid not null,
  started_at timestamptz not null,
  -- Null while it lasts.
  ended_at timestamptz,
  state text not null
    check (state in ('UNKNOWN', 'UNDER_MAINTENANCE', 'DEGRADED_PERFORMANCE', 'PARTIAL_OUTAGE', 'MAJOR_OUTAGE')),
  primary key (account_id, component_id, started_at, state),
  foreign key (account_id, component_id) references status_page_components (account_id, id) on delete cascade
);
