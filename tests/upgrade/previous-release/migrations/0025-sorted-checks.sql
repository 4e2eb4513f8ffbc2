-- Lists of checks in the orders that can be asked for, a page at a time.
create index checks_by_name on checks (account_id, lower(name), id);
create index checks_by_type on checks (account_id, check_type, id);
create index checks_by_change on checks (account_id, coalesce(updated_at, created_at), id);
