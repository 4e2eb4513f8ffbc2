import type { PlaywrightProgress } from '#scripting'
import type { ProgressListener } from '../probe.ts'

export const logLevels = { info: 'INFO', error: 'ERROR' } as const
const states = { started: 'STARTED', passed: 'PASSED', failed: 'FAILED', skipped: 'SKIPPED' } as const

/** Translates the messages of the test runner during a run. */
export function progressTo({ add, hide }: ProgressListener): (progress: PlaywrightProgress) => void {
  return (progress) => {
    if ('secret' in progress) return hide(progress.secret)
    if ('step' in progress) return add({ type: 'STEP', ...progress.step, state: states[progress.step.state] })
    const { at, level, text } = progress.log
    return add({ type: 'LOG', at, level: logLevels[level], message: text.replace(/\n$/, '') })
  }
}
