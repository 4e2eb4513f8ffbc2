-- Accounts whose events somebody follows at present. Without a row here nothing is announced. Lost in a crash without harm:
-- who follows says so again within seconds.
create unlogged table event_streams (
  account_id uuid primary key,
  followed_until timestamptz not null
);
