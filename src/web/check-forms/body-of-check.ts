import { objectOf } from '../ui/form/body.ts'
import type { Body } from '../ui/form/body.ts'

/** Fields that only the service sets. */
const answered: ReadonlySet<string> = new Set([
  'id',
  'checkType',
  'created_at',
  'updated_at',
  'alertChannels',
  'projectBindings',
  'doubleCheck',
  'groupOrder',
  'intent',
  'aiAutoRepairEnabled',
])

/** The part of a check that can be sent back. */
export function bodyOfCheck(check: object): Body {
  const entries = Object.entries(check).filter(([name, value]) => !answered.has(name) && value !== undefined)
  const body: Body = Object.fromEntries(entries)
  const { pingUrl: _url, ...heartbeat } = objectOf(body['heartbeat'])
  return Object.keys(heartbeat).length > 0 ? { ...body, heartbeat } : body
}
