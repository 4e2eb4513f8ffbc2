import { isFields } from '#contract'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { itemsIn } from '../../counterparts/hosted/answers.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { SourceProblem } from '../../imported.ts'
import type { ImportFile } from '../../imported.ts'
import { asVersion3, windowOfVersion2 } from './version-2.ts'

/** The content of an account, in the words of version 3 of the API. */
export interface UptimeRobotExport {
  readonly monitors: readonly Fields[]
  readonly groups: ReadonlyMap<string, string>
  readonly windows: readonly Fields[]
  readonly pages: readonly Fields[]
  readonly contacts: readonly Fields[]
}

const lists = [
  'data',
  'monitors',
  'alert_contacts',
  'alertContacts',
  'mwindows',
  'maintenanceWindows',
  'psps',
  'integrations',
]

/** Reads answers of both versions, in any order and number of pages. Throws SourceProblem for anything else. */
export function exportOf(files: readonly ImportFile[]): UptimeRobotExport {
  const kinds = Map.groupBy(itemsIn(files, lists), kindOf)
  const of = (kind: Kind): readonly Fields[] => withoutCopies(kinds.get(kind) ?? [])
  const monitors = [...of('monitor'), ...of('monitor2').map(asVersion3)]
  if (monitors.length === 0)
    throw new SourceProblem(
      'No file has monitors of UptimeRobot: give the answers of GET /v3/monitors, or of POST /v2/getMonitors.',
    )
  return {
    monitors,
    groups: new Map(of('group').map(({ id, name }) => [textIn(id), textIn(name)])),
    windows: withoutCopies([...of('window'), ...of('window2').map(windowOfVersion2), ...monitors.flatMap(windowsOf)]),
    pages: of('page'),
    contacts: of('contact'),
  }
}

type Kind = 'monitor' | 'monitor2' | 'window' | 'window2' | 'page' | 'contact' | 'group'

/** Fields that only items of a kind have. */
const marks: readonly (readonly [(item: Fields) => boolean, Kind])[] = [
  [(item) => 'urlKey' in item || 'isPasswordSet' in item || 'standard_url' in item, 'page'],
  [(item) => 'duration' in item && ('time' in item || typeof item['interval'] === 'string'), 'window'],
  [(item) => 'duration' in item && 'start_time' in item, 'window2'],
  [(item) => 'interval' in item && typeof item['type'] === 'number', 'monitor2'],
  [(item) => 'interval' in item && 'type' in item, 'monitor'],
  [(item) => 'type' in item || 'value' in item, 'contact'],
]

const kindOf = (item: Fields): Kind => marks.find(([isOfKind]) => isOfKind(item))?.[1] ?? 'group'

/** Windows in monitors that no list has. */
const windowsOf = ({ maintenanceWindows }: Fields): readonly Fields[] =>
  Array.isArray(maintenanceWindows) ? maintenanceWindows.filter(isFields) : []

function withoutCopies(items: readonly Fields[]): readonly Fields[] {
  const known = new Map<string, Fields>()
  for (const [index, item] of items.entries()) {
    const id = textIn(item['id']) || `position ${index}`
    if (!known.has(id)) known.set(id, item)
  }
  return [...known.values()]
}
