-- What a receiver of telemetry was told of each series so far, where it takes cumulative metrics.
create table result_export_totals (
  account_id uuid not null references accounts on delete cascade,
  receiver text not null,
  -- The hash of its attributes.
  series text not null,
  started_at timestamptz not null,
  count bigint not null,
  -- Seconds.
  sum double precision not null,
  buckets bigint[] not null,
  updated_at timestamptz not null,
  primary key (account_id, receiver, series)
);
