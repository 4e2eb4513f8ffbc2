import type { CheckFacetsResource } from '#contract'
import { namedLocations } from '../alerts/location-names.ts'
import type { Queryable } from '../database/queryable.ts'

const most = 2000

/** The tags that checks of an account or their groups have, the most used first. */
export const listCheckTags = (db: Queryable, accountId: string): Promise<CheckFacetsResource['tags']> =>
  db.rows(
    `select tag, count(distinct checks.id)::int as checks
     from checks left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = group_id
     cross join lateral unnest(checks.tags || coalesce(check_groups.tags, '{}')) as tag
     where checks.account_id = $1 group by tag order by checks desc, tag limit $2`,
    [accountId, most],
  )

/** The public and private locations that checks of an account have, the most used first. */
export const listCheckLocations = (db: Queryable, accountId: string): Promise<CheckFacetsResource['locations']> =>
  db.rows(
    `select used.location, private_locations.name, used.checks
     from (
       select location, count(*)::int as checks
       from checks cross join lateral unnest(locations || private_locations) as location
       where account_id = $1 group by location
     ) as used
     left join private_locations on private_locations.account_id = $1 and private_locations.slug_name = used.location
     order by used.checks desc, used.location limit $2`,
    [accountId, most],
  )

/** The same by the places that people read: locations that one machine serves are one. */
export const listCheckPlaces = (db: Queryable, accountId: string): Promise<CheckFacetsResource['places']> =>
  db.rows(
    `select coalesce(named.name, location) as place, array_agg(distinct location order by location) as locations,
       count(distinct checks.id)::int as checks
     from checks cross join lateral unnest(locations || private_locations) as location
     left join (${namedLocations}) as named on named.region = location
     where account_id = $1 group by place order by checks desc, place limit $2`,
    [accountId, most],
  )
