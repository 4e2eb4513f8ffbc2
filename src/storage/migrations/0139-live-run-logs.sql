-- What runs write while they are under way, for the client that follows their session; encrypted, and deleted soon after.
create table live_run_logs (
  position bigint generated always as identity primary key,
  session_id uuid not null,
  sequence_id uuid not null,
  encrypted_events text not null,
  created_at timestamptz not null
);
create index live_run_logs_of_session on live_run_logs (session_id, position);
create index live_run_logs_created on live_run_logs (created_at);
