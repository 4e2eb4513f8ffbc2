-- Pieces of script that scripts of checks share.
create table snippets (
  account_id uuid not null references accounts on delete cascade,
  id bigint generated always as identity unique,
  name text not null,
  script text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id),
  unique (account_id, name)
);

-- Shown to hosts that ask for a certificate of the client.
create table client_certificates (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null unique,
  host text not null,
  certificate text not null,
  authority text,
  sealed_key text not null,
  sealed_passphrase text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);

alter table memberships add column updated_at timestamptz;

-- People who were asked to join and have not answered.
create table member_invites (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null unique,
  email text not null,
  role text not null,
  inviter_email text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  expires_at timestamptz not null,
  primary key (account_id, id)
);
