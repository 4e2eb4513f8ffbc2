import type { CheckFacetsResource } from '#contract'
import type { Queryable } from '../database/queryable.ts'

const most = 2000

/** The tags that checks of an account have, the most used first. */
export const listCheckTags = (db: Queryable, accountId: string): Promise<CheckFacetsResource['tags']> =>
  db.rows(
    `select tag, count(*)::int as checks from checks cross join lateral unnest(tags) as tag
     where account_id = $1 group by tag order by checks desc, tag limit $2`,
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
