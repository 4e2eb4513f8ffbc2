-- Whether programs for models are kept out of the account.
alter table accounts add column are_agents_off boolean not null default false;

-- Programs that members let into an account (OAuth 2.1).
create table agent_connections (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  user_id uuid not null,
  client_id text not null,
  client_name text not null,
  -- Where the client describes itself; null for one that only says who it is.
  client_host text,
  mode text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade
);
create index agent_connections_of_member on agent_connections (account_id, user_id);

-- Codes, access tokens and refresh tokens. Those that were used stay until they expire: a second use ends the connection.
create table agent_tokens (
  hash bytea primary key,
  account_id uuid not null,
  connection_id uuid not null,
  kind text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Of codes alone.
  redirect_uri text,
  code_challenge text,
  foreign key (account_id, connection_id) references agent_connections (account_id, id) on delete cascade
);
create index tokens_of_agent_connection on agent_tokens (account_id, connection_id);

create trigger capture_change after insert or update or delete on agent_connections for each row
  when (current_setting('belfry.audited', true) = 'on') execute function capture_change();
