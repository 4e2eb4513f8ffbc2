import { useOperation } from '../api/use-operation.ts'
import { hasPasskeys } from './passkey-problem.ts'

/** The ways to sign in that the operator has set up and this browser can use. */
export function useSignInOptions() {
  const { data } = useOperation('getSignInOptions', undefined, { staleMs: 60_000 })
  return {
    isKnown: data !== undefined,
    hasPasskeys: data?.passkeys === true && hasPasskeys(),
    provider: data?.provider ?? null,
  }
}
