-- How many runs of a test session were degraded, so that lists find such sessions without their results.
alter table test_sessions add column degraded integer not null default 0;

update test_sessions set degraded = counted.degraded
from (
  select account_id, session_id, count(*)::integer as degraded from test_session_results
  where outcome = 'degraded' and result_type = 'FINAL' group by account_id, session_id) counted
where counted.account_id = test_sessions.account_id and counted.session_id = test_sessions.id;
