import { lateTexts } from '../strings/late.ts'
import { messageOf } from '../ui/states.tsx'

const words = lateTexts.passkeys

/** The error of a passkey in the language of the viewer; null when a newer request has replaced it. */
export function passkeyProblem(error: unknown): string | null {
  const name = error instanceof Error ? error.name : ''
  return name === 'AbortError' ? null : (words.problems[name] ?? messageOf(error))
}

/** Whether the browser can use passkeys here: only over HTTPS or on this machine. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'
