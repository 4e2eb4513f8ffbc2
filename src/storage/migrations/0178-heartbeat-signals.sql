-- Runs of a job that have started and not ended: an array of { id, startedAt, lateAt, state }, times in epoch milliseconds.
alter table heartbeat_timers add column runs jsonb not null default '[]';
-- When the first of them is late.
alter table heartbeat_timers add column run_late_at timestamptz;
create index heartbeat_timers_late_runs on heartbeat_timers (run_late_at) where run_late_at is not null;

-- What pings said besides that they came: starts, ends of runs, failures, output. A plain ping has an event only. Ends and
-- failures have the id of their event.
create table heartbeat_signals (
  account_id uuid not null,
  check_id uuid not null,
  id uuid not null,
  kind text not null,
  at timestamptz not null,
  -- As the job named it.
  run_id text,
  exit_status integer,
  -- From the start of the run to its end.
  duration_ms bigint,
  -- Other runs that had not ended when this one started.
  overlapping integer not null,
  -- The message of alerts, for failures.
  error text,
  body text,
  -- Of the whole body, of which the beginning is kept.
  body_bytes bigint not null,
  source text not null,
  user_agent text not null,
  primary key (account_id, check_id, id)
) partition by range (id);
create index heartbeat_signals_with_body on heartbeat_signals (account_id, check_id, id) where body is not null;
create table heartbeat_signals_default partition of heartbeat_signals default;
