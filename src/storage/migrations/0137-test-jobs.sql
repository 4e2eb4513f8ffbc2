-- Checks that a client sends to be run once in a test session, and that nothing else stores. Encrypted with the secret key
-- of the installation, since they may hold passwords; deleted with the end of the session.
create table test_jobs (
  check_id uuid primary key,
  session_id uuid not null,
  account_id uuid not null references accounts on delete cascade,
  check_type text not null,
  encrypted_job text not null,
  created_at timestamptz not null
);
create index test_jobs_of_session on test_jobs (session_id);
create index test_jobs_created on test_jobs (created_at);

-- A session that its client does not want to keep is listed nowhere, and deleted soon after it has ended.
alter table test_sessions add column is_recorded boolean not null default true;
create index test_sessions_unrecorded on test_sessions (id) where not is_recorded;
