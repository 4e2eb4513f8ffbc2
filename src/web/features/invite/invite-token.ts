import { useEffect } from 'react'
import { useLinkToken } from '../../session/link-token.ts'
import { chooseAccount } from '../../session/session.tsx'
import type { Offer } from './api.ts'

const storageKey = 'belfry.invite'

/** The token of the link, kept in this tab while its person signs in: in an address, servers would log it. */
export function useInviteToken(): string | null {
  const given = useLinkToken()
  useEffect(() => {
    if (given !== null) sessionStorage.setItem(storageKey, given)
  }, [given])
  return given ?? sessionStorage.getItem(storageKey)
}

/** Begins again in the account that was joined. */
export function enter({ accountId }: Offer): void {
  sessionStorage.removeItem(storageKey)
  chooseAccount(accountId)
}
