import { call } from '../../api/call.ts'
import { useChange } from '../../api/use-operation.ts'

export const useSignInWithPassword = () => useChange('signInWithPassword')
export const useSignInWithLink = () => useChange('signInWithLink')
export const useFinishProviderSignIn = () => useChange('finishOidcSignIn')

/** Has the person choose a passkey: in a dialog of the browser, or among what it offers for a field. */
export async function signInWithPasskey(isOffered: boolean): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = await call('startPasskeySignIn')
  const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: isOffered })
  await call('finishPasskeySignIn', { body: { credential } })
}
