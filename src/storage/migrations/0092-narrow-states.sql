-- What changes with every run lies together at the end of the row, because an update writes what is between the first and
-- the last byte that differ.
alter table check_states
  add column new_result_id uuid,
  add column new_session_id uuid,
  add column new_response_time_ms double precision,
  add column new_updated_at timestamptz;
update check_states set new_result_id = last_result_id, new_session_id = last_session_id,
  new_response_time_ms = last_response_time_ms, new_updated_at = updated_at;
alter table check_states
  drop column last_result_id, drop column last_session_id, drop column last_response_time_ms, drop column updated_at;
alter table check_states rename column new_result_id to last_result_id;
alter table check_states rename column new_session_id to last_session_id;
alter table check_states rename column new_response_time_ms to last_response_time_ms;
alter table check_states rename column new_updated_at to updated_at;

-- Rows of these tables change all the time and stay as they are: they are found by their keys, whatever statistics say.
alter table check_states set (autovacuum_analyze_threshold = 1000, autovacuum_analyze_scale_factor = 1);
alter table schedule_times set (autovacuum_analyze_threshold = 1000, autovacuum_analyze_scale_factor = 1);
alter table unlogged_run_tasks set (autovacuum_analyze_threshold = 5000, autovacuum_analyze_scale_factor = 1);
