-- What belongs to the installation and not to an account.

-- Facts about the installation as a whole, for example the text that proves that a secret key is the right one.
create table installation (
  name text primary key,
  value text not null
);

-- Counts that must be visible and survive a restart, for example runs dropped because nobody claimed them.
create table counters (
  name text not null,
  label text not null default '',
  value bigint not null,
  primary key (name, label)
);

-- Requests used in the current window, in blocks taken by each process. Losing it in a crash only forgives requests.
create unlogged table rate_windows (
  bucket text not null,
  window_start timestamptz not null,
  used integer not null,
  primary key (bucket, window_start)
);

-- The latest time the installation has seen, written every few seconds by every process. It never goes back, whatever
-- the clocks of machines do; a gap before it is a time in which no process worked.
create table service_time (
  is_only boolean primary key default true check (is_only),
  mark timestamptz not null,
  -- The last gap of more than a day: when it ended, and how long it was.
  absence_ended_at timestamptz,
  absence_ms bigint
);

-- The one place where SQL asks the clock. Programs compare it with theirs; nothing else is decided by it.
create function database_clock() returns timestamptz language sql volatile as 'select clock_timestamp()';
