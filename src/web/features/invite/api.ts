import type { Answer } from '../../api/operations.ts'
import { useChange, useOperation } from '../../api/use-operation.ts'

export type Offer = Answer<'getInviteOffer'>
export type Person = NonNullable<Answer<'getSignedIn'>['user']>

/** An invite that is open to the person, with the token of its link. */
export interface Accepting {
  readonly offer: Offer
  readonly token: string
}

/** The invite of a link; null: the address has no token. */
export const useOffer = (token: string | null) => useOperation('getInviteOffer', { body: { token: token ?? '-' } })
export const useJoin = () => useChange('joinByInvite')
export const useAccept = () => useChange('acceptInvite')
export const useSignOut = () => useChange('signOut')
