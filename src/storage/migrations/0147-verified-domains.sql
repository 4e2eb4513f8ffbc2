-- Whether the owner of the domain of a page with components has proven that it is theirs.
create table domain_verifications (
  account_id uuid not null,
  status_page_id uuid not null,
  domain text not null,
  status text not null check (status in ('pending', 'verified', 'failed')),
  -- Since when it has this status.
  since timestamptz not null,
  -- Since when a verified domain lacks its record; null while it has it.
  missing_since timestamptz,
  checked_at timestamptz,
  next_check_at timestamptz not null,
  -- The records that the last check found, and why it could not read them.
  found jsonb not null,
  primary key (account_id, status_page_id),
  foreign key (account_id, status_page_id) references status_pages (account_id, id) on delete cascade
);
create index domain_verifications_due on domain_verifications (next_check_at);

insert into domain_verifications (account_id, status_page_id, domain, status, since, next_check_at, found)
select account_id, id, custom_domain, 'pending', created_at, created_at, '{"txt": [], "cname": [], "problem": null}'
from status_pages where generation = 3 and custom_domain is not null;
