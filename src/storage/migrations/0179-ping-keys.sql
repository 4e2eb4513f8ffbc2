-- With its ping key, the jobs of an account ping its heartbeats by the names of these: /ping/<ping key>/<slug>.
create table ping_keys (
  account_id uuid primary key references accounts on delete cascade,
  hash bytea not null unique,
  -- The first characters, to recognize the key by.
  prefix text not null,
  -- Whether a ping of an unknown slug may make a heartbeat.
  creates_checks boolean not null,
  created_at timestamptz not null
);
create trigger capture_change after insert or update or delete on ping_keys for each row
  when (current_setting('belfry.audited', true) = 'on') execute function capture_change();

create function slug_of(name text) returns text language sql immutable strict parallel safe as $body$
  select trim(both '-' from regexp_replace(lower(name collate "C"), '[^a-z0-9_]+', '-', 'g'))
$body$;
create index checks_by_slug on checks (account_id, slug_of(name)) where check_type = 'HEARTBEAT';
