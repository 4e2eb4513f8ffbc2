import type { HealthMessage, HealthMessageCode } from '#contract'
import type { FindingSource, HealthResult } from './finding.ts'

const wellMessages = {
  unused: 'RESOURCE_FILES_UNUSED',
  pending: 'RESOURCE_FILES_PENDING',
  applied: 'RESOURCE_FILES_APPLIED',
} as const satisfies Readonly<Record<string, HealthMessageCode>>

const shownMistakes = 20

/** Whether this process could apply the resource files of BELFRY_APPLY_DIR after its start. */
export const resourceFiles: FindingSource = {
  name: 'resourceFiles',
  title: 'Resources',
  meaning: 'Whether the resource files of BELFRY_APPLY_DIR are applied.',
  advice: 'Correct the files that the log names, and restart the service.',
  readsDatabase: false,
  audience: 'everybody',
  needsService: true,
  find({ resourceDirectory }): HealthResult {
    const status = resourceDirectory?.status ?? { state: 'unused' }
    if (status.state !== 'rejected') return { ok: true, found: [{ code: wellMessages[status.state] }] }
    const { mistakes } = status
    const found = [{ code: 'RESOURCE_FILES_REJECTED', values: { count: mistakes.length } }] as const
    return { ok: true, isDegraded: true, found, details: mistakes.slice(0, shownMistakes).map(mistakeMessage) }
  },
}

const mistakeMessage = (mistake: string): HealthMessage => ({ code: 'RESOURCE_FILE_MISTAKE', values: { mistake } })
