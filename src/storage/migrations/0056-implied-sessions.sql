-- Sessions of scheduled runs in one location have no row of their own while their task and results say everything. Their
-- ids end like the id of their check, which is found by that ending.
create index checks_by_ending on checks (account_id, right(id::text, 10));
