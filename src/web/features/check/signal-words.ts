import { lateTexts } from '../../strings/late.ts'
import type { Signal } from './api.ts'

const words = lateTexts.heartbeat

/** "Exit status 3", "Started", "Value beyond a limit": what a ping said. */
export function saidBy({ kind, exitStatus, error }: Signal): string {
  if (exitStatus !== null && exitStatus !== 0) return words.exited(exitStatus)
  if (kind === 'success' && error !== null) return words.beyond
  return exitStatus === null ? words.said[kind] : words.exited(exitStatus)
}
