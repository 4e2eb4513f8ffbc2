import { Channels } from '../../counterparts/hosted/channels.ts'
import { Places } from '../../counterparts/hosted/places.ts'
import { Draft, maxImported } from '../../draft.ts'
import { SourceProblem } from '../../imported.ts'
import type { Source } from '../../imported.ts'
import { addContacts, addWindows } from './account.ts'
import { statusCakeApi } from './api.ts'
import { exportOf } from './export-of.ts'
import { readCertificate, readHeartbeat, readPageSpeed } from './other-tests.ts'
import { readUptime } from './uptime.ts'

export const statusCake: Source = {
  name: 'statuscake',
  title: 'StatusCake',
  takes:
    'Answers of its API as JSON: each uptime test, heartbeats, certificates, page speed, contact groups and windows.',
  api: statusCakeApi,
  read: async (files, choices) => {
    const { uptime, heartbeat, ssl, pagespeed, contacts: groups, window } = exportOf(files)
    if (uptime.length + heartbeat.length + ssl.length + pagespeed.length + groups.length > maxImported / 2)
      throw new SourceProblem(`One import takes at most ${maxImported / 2} tests and contact groups.`)
    const draft = new Draft()
    const channels = new Channels(draft)
    const places = new Places(choices)
    const contacts = addContacts(groups, draft, channels)
    const context = { draft, places, channels, contacts, windows: addWindows(window, draft) }
    for (const one of uptime) readUptime(one, context)
    for (const one of heartbeat) readHeartbeat(one, context)
    for (const one of ssl) readCertificate(one, context)
    for (const one of pagespeed) readPageSpeed(one, context)
    channels.finish()
    return { ...draft.finish(), places: places.missing }
  },
}
