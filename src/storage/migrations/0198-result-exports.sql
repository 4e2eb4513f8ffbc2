-- How far the results of the installation were sent to a receiver of telemetry. One process at a time sends.
create table result_exports (
  receiver text primary key,
  -- Results up to this one were sent, in the order of when they were stored.
  stored_at timestamptz not null,
  result_id uuid not null,
  lease_until timestamptz,
  retry_at timestamptz,
  failures int not null default 0,
  problem text,
  sent bigint not null default 0,
  dropped bigint not null default 0
);
