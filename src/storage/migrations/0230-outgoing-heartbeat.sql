-- The URLs that this installation pings while it works, so that somebody notices when it does not.
create table outgoing_heartbeats (
  -- What is pinged, without its path: a heartbeat of a host replaces the one before.
  host text primary key,
  -- Encrypted, because whoever knows it can ping.
  url text not null,
  interval_seconds integer not null,
  created_at timestamptz not null,
  -- The last ping that was answered with success, and the last one that was not.
  pinged_at timestamptz,
  failed_at timestamptz,
  problem text
);
