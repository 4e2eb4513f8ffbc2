--
-- PostgreSQL database dump
--

SET standard_conforming_strings = on;

CREATE TABLE public.accounts_project (
    id text NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    owner_id text NOT NULL,
    ping_key text NOT NULL
);

CREATE TABLE public.api_channel (
    id text NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    value text NOT NULL,
    project_id text NOT NULL,
    created text NOT NULL,
    email_verified text NOT NULL
);

CREATE TABLE public.api_channel_checks (
    id text NOT NULL,
    channel_id text NOT NULL,
    check_id text NOT NULL
);

CREATE TABLE public.api_check (
    id text NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    tags text NOT NULL,
    code text NOT NULL,
    desc text NOT NULL,
    kind text NOT NULL,
    timeout text NOT NULL,
    grace text NOT NULL,
    schedule text NOT NULL,
    tz text NOT NULL,
    filter_subject text NOT NULL,
    filter_body text NOT NULL,
    manual_resume text NOT NULL,
    methods text NOT NULL,
    status text NOT NULL,
    n_pings text NOT NULL,
    project_id text NOT NULL,
    start_kw text NOT NULL,
    success_kw text NOT NULL,
    failure_kw text NOT NULL,
    created text NOT NULL,
    last_ping text NOT NULL
);

CREATE TABLE public.auth_user (
    id text NOT NULL,
    password text NOT NULL
);

COPY public.accounts_project (id, code, name, owner_id, ping_key) FROM stdin;
1	a0000000-0000-4000-8000-000000000001	Shop	1	geheim-ping
2	a0000000-0000-4000-8000-000000000002	Private	1	\N
\.

COPY public.api_channel (id, code, name, kind, value, project_id, created, email_verified) FROM stdin;
5	4ec5a071-2d08-4baa-898a-eb4eb3cd6941	Team	email	{"value": "ops@shop.example", "up": true, "down": true}	1	2024-01-01	t
6	4ec5a071-2d08-4baa-898a-eb4eb3cd6942	Chat	slack	{"incoming_webhook": {"url": "https://hooks.slack.example/geheim-hook", "channel": "#ops"}}	1	2024-01-01	f
7	4ec5a071-2d08-4baa-898a-eb4eb3cd6943	All	group	4ec5a071-2d08-4baa-898a-eb4eb3cd6941,4ec5a071-2d08-4baa-898a-eb4eb3cd6942	1	2024-01-01	f
\.

COPY public.api_channel_checks (id, channel_id, check_id) FROM stdin;
1	5	1
2	6	1
3	7	1
\.

COPY public.api_check (id, name, slug, tags, code, "desc", kind, timeout, grace, schedule, tz, filter_subject, filter_body, manual_resume, methods, status, n_pings, project_id, start_kw, success_kw, failure_kw, created, last_ping) FROM stdin;
1	Backup	backup	prod db	f618072a-7bde-4eee-af63-71a77c5723bc	It's nightly:\n"all" tables\tand \\ files	cron	1 day	01:00:00	15 2 * * *	Europe/Berlin	f	f	t		up	1200	1				2024-01-01 00:00:00+00	\N
2	t	t		0dfd8b41-3d7d-4b4b-9b46-6b31b5d1a0a2		simple	01:00:00	00:05:00	* * * * *	UTC	t	f	f	POST	paused	0	2			ERROR	2024-01-01 00:00:00+00	\N
\.

COPY public.auth_user (id, password) FROM stdin;
1	geheim-user
\.

