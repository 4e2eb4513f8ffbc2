import { NamedGroups } from '../../counterparts/groups-of-names.ts'
import { Channels } from '../../counterparts/hosted/channels.ts'
import { Places } from '../../counterparts/hosted/places.ts'
import { Services } from '../../counterparts/hosted/status-page.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { Draft, maxImported } from '../../draft.ts'
import { SourceProblem } from '../../imported.ts'
import type { Source } from '../../imported.ts'
import { uptimeRobotApi } from './api.ts'
import { readContact } from './contacts.ts'
import { exportOf } from './export-of.ts'
import { readMonitor } from './monitor.ts'
import { nameOf } from './monitor-name.ts'
import { readPage } from './pages.ts'
import { addWindows } from './windows.ts'

export const uptimeRobot: Source = {
  name: 'uptimerobot',
  title: 'UptimeRobot',
  takes: 'Answers of its API (version 3 or 2) as JSON: monitors, alert contacts, maintenance windows and status pages.',
  api: uptimeRobotApi,
  read: async (files, choices) => {
    const { monitors, groups: groupNames, windows: given, pages, contacts } = exportOf(files)
    if (monitors.length + contacts.length + pages.length > maxImported / 2)
      throw new SourceProblem(`One import takes at most ${maxImported / 2} monitors, contacts and pages.`)
    const draft = new Draft()
    const services = new Services(draft)
    const channels = new Channels(draft)
    const places = new Places(choices)
    for (const contact of contacts) readContact(contact, draft, channels)
    const named = new Map(monitors.map((monitor) => [textIn(monitor['id']), nameOf(monitor)]))
    for (const page of pages) readPage(page, draft, { services, monitors: named })
    const windows = addWindows(given, draft)
    const context = { draft, groups: new NamedGroups(draft), groupNames, places, channels, services, windows }
    for (const monitor of monitors) readMonitor(monitor, context)
    channels.finish()
    return { ...draft.finish(), places: places.missing }
  },
}
