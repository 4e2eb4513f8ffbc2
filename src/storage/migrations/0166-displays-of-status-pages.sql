-- How a page is displayed besides what clients of the hosted API know: sites that may embed it, languages, charts.
create table status_page_displays (
  account_id uuid not null,
  status_page_id uuid not null,
  settings jsonb not null,
  updated_at timestamptz not null,
  primary key (account_id, status_page_id),
  foreign key (account_id, status_page_id) references status_pages (account_id, id) on delete cascade
);
create trigger capture_change after insert or update or delete on status_page_displays for each row
  when (current_setting('belfry.audited', true) = 'on') execute function capture_change();

-- Uploaded logos and favicons.
create table status_page_pictures (
  account_id uuid not null,
  status_page_id uuid not null,
  -- SHA-256 of the bytes in hex, which the address has.
  digest text not null,
  content_type text not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (account_id, status_page_id, digest),
  foreign key (account_id, status_page_id) references status_pages (account_id, id) on delete cascade
);
create index status_page_pictures_digest on status_page_pictures (digest);
