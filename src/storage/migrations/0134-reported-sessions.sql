-- Sessions of a reporter of Playwright that has not said how they ended: it may never do so.
create index test_sessions_reported on test_sessions (id) where provider = 'PW_REPORTER' and status = 'RUNNING';
