import { Fault } from '#kernel'
import { isUuid } from '../requests/path-id.ts'
import type { AccountGrant } from '../request-context.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The neutral header, and the one with the name of the service. Lowercase, as Node gives them. */
export const accountHeaders = (serviceName: string): readonly string[] => [
  ...new Set([`x-${serviceName.toLowerCase()}-account`, 'x-service-account']),
]

/**
 * The account a key is used for. The header only narrows the choice: an id that is malformed or does not belong to the
 * key throws ACCOUNT_FORBIDDEN. Without it the only account of the key is used; with several, none.
 */
export function chooseAccount(
  grants: readonly AccountGrant[],
  headers: Headers,
  names: readonly string[],
): AccountGrant | undefined {
  for (const name of names) {
    const value = headers[name]
    if (value === undefined) continue
    const id = String(value).trim().toLowerCase()
    const grant = isUuid(id) ? grants.find(({ accountId }) => accountId === id) : undefined
    if (grant === undefined) throw new Fault('ACCOUNT_FORBIDDEN', { values: { header: name } })
    return grant
  }
  return grants.length === 1 ? grants[0] : undefined
}
