-- Numbers in names count as numbers: each is written with twenty digits. Computed when a check is written, because it takes
-- too long for every check of an account whenever a list is read.
create function in_natural_order(value text) returns text language sql immutable strict parallel safe as $body$
  select regexp_replace(regexp_replace(folded(value), '([0-9]+)', '00000000000000000000\1', 'g'),
    '[0-9]*([0-9]{20})', '\1', 'g') collate "C"
$body$;

alter table checks add column name_place text not null default '';

-- A trigger and no generated column: deleted checks are restored from whole rows.
create function set_name_place() returns trigger language plpgsql as $body$
begin
  new.name_place := in_natural_order(new.name);
  return new;
end
$body$;

create trigger set_name_place before insert or update of name on checks
  for each row execute function set_name_place();

update checks set name_place = in_natural_order(name);
