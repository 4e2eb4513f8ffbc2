-- Pages of the third generation consist of components instead of cards with services. Both share addresses.
alter table status_pages add column generation smallint not null default 2 check (generation in (2, 3));

create table status_page_components (
  account_id uuid not null,
  id uuid not null,
  status_page_id uuid not null,
  -- A group of the same page; null at the top.
  parent_id uuid,
  type text not null check (type in ('GROUP', 'SERVICE')),
  name text not null,
  description text,
  display_order integer not null,
  hidden boolean not null,
  configuration jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id),
  unique (account_id, status_page_id, id),
  foreign key (account_id, status_page_id) references status_pages (account_id, id) on delete cascade,
  foreign key (account_id, status_page_id, parent_id)
    references status_page_components (account_id, status_page_id, id) on delete set null (parent_id)
);
create index status_page_components_by_parent on status_page_components (account_id, status_page_id, parent_id);
create trigger capture_change after insert or update or delete on status_page_components for each row
  when (current_setting('belfry.audited', true) = 'on') execute function capture_change();
