import { lateTexts } from '../../strings/late.ts'
import type { Signal } from './api.ts'

const words = lateTexts.heartbeat

/** "Exit status 3", "Started": what a ping said. */
export const saidBy = ({ kind, exitStatus }: Signal): string =>
  exitStatus === null ? words.said[kind] : words.exited(exitStatus)
