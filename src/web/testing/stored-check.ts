import type { Answer } from '../api/operations.ts'
import type { FakeApi } from './fake-api.ts'
import { sample } from './sample.ts'

type Check = Answer<'getCheck'>

const uuid = '0198c6a0-0000-7000-8000-0000000000c1'

/** A check that a fake keeps as the service does; `change` is what somebody else saves. */
interface StoredCheck {
  readonly id: string
  readonly now: () => Check
  readonly change: (fields: Partial<Check>) => void
}

/** Has a fake keep a check: what is saved is answered from then on. Without more, it is one of a URL. */
export function storeCheck(api: FakeApi, fields: Partial<Check> = {}): StoredCheck {
  const request = { url: 'https://shop.example/', followRedirects: true, skipSSL: false, ipFamily: 'IPv4' }
  let check = sample('getCheck', { id: uuid, checkType: 'URL', locations: ['eu-west-1'], request, ...fields })
  let version = 0
  const change = (changed: object): void => {
    version += 1
    check = { ...check, ...changed, updated_at: `2026-11-26T09:00:00.00${version}Z` }
  }
  change({})
  api.answer('getCheck', () => check)
  api.answer('updateCheckGeneric', ({ body }) => {
    change(body)
    return check
  })
  return { id: check.id, now: () => check, change }
}
