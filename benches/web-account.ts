import type { Store } from '#storage/database'
import { seedChecks } from './seed-checks.ts'

/**
 * An account as large ones are: checks in groups, with tags and addresses, one in a hundred failing, as many degraded,
 * one in twenty paused. None of them comes due. Returns the ids of those that run.
 */
export async function seedWebAccount(
  store: Store,
  {
    accountId,
    count,
    groupIds,
  }: { readonly accountId: string; readonly count: number; readonly groupIds: readonly number[] },
): Promise<string[]> {
  await seedChecks(store, {
    accountId,
    count,
    kinds: ['URL', 'API', 'TCP'],
    frequency: 10,
    frequencyOffset: null,
    port: 9,
    isActive: false,
  })
  await store.db.query(
    `with numbered as (select id, row_number() over (order by id) as n from checks where account_id = $1),
       groups as (select id, row_number() over (order by id) as place from check_groups where account_id = $1)
     update checks set activated = n % 20 <> 0, name = (array['Orders', 'Payments', 'Search', 'Sign-in', 'Delivery', 'Images'])[1 + n % 6]
         || ' of tenant ' || n, tags = array['tenant', 'tier-' || n % 7], group_id = groups.id, group_order = n
     from numbered join groups on place = 1 + n % $2 where checks.id = numbered.id`,
    [accountId, groupIds.length],
  )
  await store.db.query(
    `with numbered as (select check_id, row_number() over (order by check_id) as n from check_states where account_id = $1)
     update check_states set updated_at = now() - n * interval '10 milliseconds', last_response_time_ms = 40 + n % 900,
       status = case when n % 100 = 0 then 'failing' when n % 100 = 50 then 'degraded' else 'passing' end,
       alert_state = jsonb_build_object('statusSince', extract(epoch from now()) * 1000 - n * 60000)
     from numbered where check_states.check_id = numbered.check_id`,
    [accountId],
  )
  await store.db.query('analyze checks, check_states, check_groups')
  const rows = await store.db.rows<{ id: string }>('select id from checks where account_id = $1 and activated', [
    accountId,
  ])
  return rows.map(({ id }) => id)
}
