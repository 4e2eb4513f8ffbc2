-- Columns get the names that somebody from outside would look for. Renaming changes no row and takes no time, but
-- waits for statements under way on these tables. A server of the release before that still runs fails on them until it
-- is stopped, as the upgrade guide says; a run, a notification or a mail that it holds is claimed again by the others
-- when its lease ends.

-- The time from which somebody may claim the row: its start while it waits, the end of the lease while it is held.
alter table run_tasks rename column available_at to claimable_at;
alter table notifications rename column available_at to claimable_at;
alter table root_cause_analyses rename column available_at to claimable_at;
alter table commit_statuses rename column available_at to claimable_at;
alter table subscriber_mails rename column available_at to claimable_at;

-- The queue from which runners of a location claim: the region, or the name of a private location's queue.
alter table run_tasks rename column location to queue;
alter table test_sessions rename column location to queue;

-- Values encrypted with the secret key of the installation.
alter table variables rename column sealed_value to encrypted_value;
alter table heartbeat_timers rename column sealed_token to encrypted_token;
alter table triggers rename column sealed_token to encrypted_token;
alter table subscriber_mails rename column sealed_token to encrypted_token;
alter table client_certificates rename column sealed_key to encrypted_key;
alter table client_certificates rename column sealed_passphrase to encrypted_passphrase;
alter table private_locations rename column sealed_proxy_url to encrypted_proxy_url;
alter table run_overrides rename column sealed to encrypted_overrides;

-- Per channel, what it was last notified of about the certificate.
alter table check_states rename column ssl_told to ssl_notified;
-- When alerts that a silence holds back are evaluated again.
alter table check_states rename column release_at to held_alerts_due_at;
-- The last state that the provider accepted.
alter table commit_statuses rename column told to reported_state;

-- When a maintenance pauses checks and silences alerts.
alter table maintenances rename column acts_from to effective_from;
alter table maintenances rename column acts_until to effective_until;
alter index maintenances_acting rename to maintenances_effective;
alter table maintenance_windows rename column plan_at to planning_due_at;

-- Mails are made in batches, in the order of the subscribers' ids.
alter table subscriber_messages rename column spread_until to last_subscriber_id;
alter table subscriber_messages rename column spread_at to next_batch_at;
alter table status_page_subscribers rename column token_until to token_expires_at;

-- The latest time that the installation has seen.
alter table service_time rename column mark to latest_at;
