import { lateTexts } from '../strings/late.ts'
import { messageOf } from '../ui/states.tsx'

const words = lateTexts.passkeys

/** What went wrong with a passkey, in the words of the viewer; null when another use of the page has replaced it. */
export function passkeyProblem(error: unknown): string | null {
  const name = error instanceof Error ? error.name : ''
  return name === 'AbortError' ? null : (words.problems[name] ?? messageOf(error))
}

/** Whether the browser can use passkeys here: only over HTTPS or on this machine. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'
