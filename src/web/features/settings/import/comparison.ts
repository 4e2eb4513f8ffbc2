import type { ImportState } from '#contract'
import type { ReadImport } from './api.ts'

/** The name of a resource, or what stands for it where it has none. */
export const nameOf = ({ value, logicalId }: Pick<ReadImport['resources'][number], 'value' | 'logicalId'>): string =>
  typeof value['name'] === 'string' ? value['name'] : logicalId

/** The states that the source knew of the checks that were read. */
export const statesIn = ({ resources }: Pick<ReadImport, 'resources'>): ImportState[] =>
  resources.flatMap(({ section, logicalId, state = 'unknown', reason = null }) =>
    section === 'checks' ? [{ logicalId, state, reason }] : [],
  )
