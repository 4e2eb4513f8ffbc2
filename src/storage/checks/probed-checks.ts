import type { CheckType } from '#contract'
import type { Queryable } from '../database/queryable.ts'

/** A check as requests about its last runs find it. */
export interface ProbedCheck {
  readonly id: string
  readonly name: string
  readonly checkType: CheckType
  readonly request: unknown
  readonly locations: string[]
  readonly privateLocations: string[]
  readonly sslDaysRemaining: number | null
}

const columns = `checks.id, checks.name, checks.check_type, checks.settings -> 'request' as request, checks.locations,
  checks.private_locations, state.ssl_days_remaining`

const from =
  'checks left join check_states state on state.account_id = checks.account_id and state.check_id = checks.id'

export const findProbedCheck = async (db: Queryable, accountId: string, id: string): Promise<ProbedCheck | null> => {
  const [check] = await db.rows<{ [K in keyof ProbedCheck]: ProbedCheck[K] }>(
    `select ${columns} from ${from} where checks.account_id = $1 and checks.id = $2`,
    [accountId, id],
  )
  return check ?? null
}

/** The checks whose request has a text somewhere, without regard to case: those that go to a host, and perhaps others. */
export const findChecksThatName = (
  db: Queryable,
  accountId: string,
  text: string,
  limit: number,
): Promise<ProbedCheck[]> =>
  db.rows<{ [K in keyof ProbedCheck]: ProbedCheck[K] }>(
    `select ${columns} from ${from}
     where checks.account_id = $1 and strpos(lower((checks.settings -> 'request')::text), lower($2)) > 0
     order by checks.id limit $3`,
    [accountId, text, limit],
  )
