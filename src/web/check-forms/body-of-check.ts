import { objectOf, typedBody } from '../ui/form/body.ts'
import type { CheckDraft } from './check-draft.ts'

/** Fields that only the service sets. */
const answered: ReadonlySet<string> = new Set([
  'id',
  'checkType',
  'created_at',
  'updated_at',
  'alertChannels',
  'projectBindings',
  'mutedUntil',
  'doubleCheck',
  'aiAutoRepairEnabled',
])

/** The part of a check that can be sent back. */
export function bodyOfCheck<B extends object = CheckDraft>(check: object): B {
  const entries = Object.entries(check).filter(([name, value]) => !answered.has(name) && value !== undefined)
  const body = Object.fromEntries(entries)
  const { pingUrl: _url, ...heartbeat } = objectOf(body['heartbeat'])
  return typedBody(Object.keys(heartbeat).length > 0 ? { ...body, heartbeat } : body)
}
