-- People who may read a private status page.
create table status_page_readers (
  account_id uuid not null,
  id uuid not null,
  status_page_id uuid not null,
  email text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, status_page_id) references status_pages (account_id, id) on delete cascade
);
create unique index status_page_readers_of_page on status_page_readers (account_id, status_page_id, lower(email));

-- Invitations, and sign-in links that somebody requested, for whatever address: only those of readers are sent.
create table page_reader_mails (
  account_id uuid not null,
  id uuid not null,
  status_page_id uuid not null,
  email text not null,
  -- Whether the link leads to the custom domain of the page.
  is_on_own_domain boolean not null,
  -- SHA-256 of the token of a sign-in link, which is used once; null for an invitation.
  token_hash bytea,
  -- Until the mail was sent or given up.
  encrypted_token text,
  expires_at timestamptz not null,
  status text not null default 'PENDING',
  response text not null default '',
  tries integer not null default 0,
  claimable_at timestamptz,
  lease_token uuid,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, status_page_id) references status_pages (account_id, id) on delete cascade
);
create index page_reader_mails_due on page_reader_mails (claimable_at) where claimable_at is not null;
create index page_reader_mails_of_page on page_reader_mails (account_id, status_page_id, lower(email));
create index page_reader_mails_expired on page_reader_mails (expires_at);
create unique index page_reader_mails_token on page_reader_mails (token_hash) where token_hash is not null;

create trigger capture_change after insert or update or delete on status_page_readers for each row
  when (current_setting('belfry.audited', true) = 'on') execute function capture_change();
