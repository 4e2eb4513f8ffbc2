import { isFields } from '#contract'
import { textIn } from '../../counterparts/text-in.ts'
import { documentsOf } from '../../counterparts/yaml-documents.ts'
import type { ImportedResource, ImportFile } from '../../imported.ts'
import { named } from './context.ts'

type Fields = Readonly<Record<string, unknown>>
export type LiveState = Pick<ImportedResource, 'state' | 'reason'>

/** The states of endpoints and suites by their groups and names, of answers of its API; files of other kinds are left. */
export interface LiveStates {
  readonly states: ReadonlyMap<string, LiveState>
  readonly rest: readonly ImportFile[]
}

/** Answers of `/api/v1/endpoints/statuses` and `/api/v1/suites/statuses` among the files. Throws SourceProblem. */
export function liveStatesIn(files: readonly ImportFile[]): LiveStates {
  const states = new Map<string, LiveState>()
  const rest = files.filter((file) => {
    if (!/(?:\.json|(?:^|\/)statuses)$/.test(file.path)) return true
    const entries = documentsOf(file).flat().filter(isFields)
    if (entries.length === 0 || !entries.every(isStatus)) return true
    for (const entry of entries)
      states.set(named(textIn(entry['group']) || null, textIn(entry['name'])), stateOf(entry))
    return false
  })
  return { states, rest }
}

const isStatus = (entry: Fields): boolean => typeof entry['name'] === 'string' && Array.isArray(entry['results'])

function stateOf({ results }: Fields): LiveState {
  const all = Array.isArray(results) ? results.filter(isFields) : []
  const [last] = all.toSorted((a, b) => Date.parse(textIn(b['timestamp'])) - Date.parse(textIn(a['timestamp'])))
  if (typeof last?.['success'] !== 'boolean') return { state: 'unknown' }
  return last['success'] ? { state: 'up' } : { state: 'down', ...reasonIn(last) }
}

const mostReason = 500

/** Its errors, or the conditions that do not hold. */
function reasonIn({ errors, conditionResults }: Fields): Pick<LiveState, 'reason'> {
  const broken = listIn(conditionResults).flatMap((one) =>
    isFields(one) && one['success'] === false ? [textIn(one['condition'])] : [],
  )
  const texts = [...listIn(errors).map(textIn), ...broken].filter((text) => text !== '')
  return texts.length === 0 ? {} : { reason: texts.join('; ').slice(0, mostReason) }
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
