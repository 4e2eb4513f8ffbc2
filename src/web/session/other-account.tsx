import { useLocation } from '@tanstack/react-router'
import { texts } from '../strings/index.ts'
import { Button } from '../ui/button.tsx'
import { useAccountOf } from './api.ts'
import { moveTabTo, useSessionIfAny } from './session.tsx'

/** Addresses that name something of an account. */
const places = [
  { type: 'CHECK', pattern: /^\/checks\/([0-9a-f-]{36})(\/|$)/i },
  { type: 'CHECK_GROUP', pattern: /^\/groups\/(\d+)$/ },
  { type: 'ALERT_CHANNEL', pattern: /^\/channels\/(\d+)$/ },
  { type: 'TEST_SESSION', pattern: /^\/test-sessions\/([0-9a-f-]{36})(\/|$)/i },
  { type: 'PRIVATE_LOCATION', pattern: /^\/locations\/([0-9a-f-]{36})$/i },
] as const

/** Offers to switch to the account of the person that has what an address names and this account does not have. */
export function OtherAccount() {
  const { pathname } = useLocation()
  const session = useSessionIfAny()
  const [place] = places.flatMap(({ type, pattern }) => {
    const id = pattern.exec(pathname)?.[1]
    return id === undefined ? [] : [{ type, id }]
  })
  const isAsked = place !== undefined && session !== null && session.accounts.length > 1
  const accountId = useAccountOf(isAsked ? place : null)
  const other = session?.accounts.find(({ id }) => id === accountId)
  if (!isAsked || other === undefined || other.id === session.account.id) return null
  return (
    <div className="mt16">
      <p>{texts.common.inOtherAccount(other.name)}</p>
      <Button kind="primary" className="mt8" onClick={() => moveTabTo(other.id)}>
        {texts.common.switchTo(other.name)}
      </Button>
    </div>
  )
}
