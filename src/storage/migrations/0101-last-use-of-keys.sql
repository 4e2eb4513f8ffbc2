-- When a key was last used, as processes write it about once a minute. Null: never, or before this was known.
alter table api_keys add column last_used_at timestamptz;
