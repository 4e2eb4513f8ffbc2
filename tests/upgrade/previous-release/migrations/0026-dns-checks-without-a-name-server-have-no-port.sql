-- The port is that of the name server: checks that name none had the usual one filled in.
update checks
set settings = settings #- '{request,port}'
where check_type = 'DNS'
  and settings #> '{request,nameServer}' = 'null'::jsonb
  and settings #> '{request,port}' = '53'::jsonb;
