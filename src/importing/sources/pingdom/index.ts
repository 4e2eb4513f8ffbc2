import { Channels } from '../../counterparts/hosted/channels.ts'
import { Places } from '../../counterparts/hosted/places.ts'
import { Draft, maxImported } from '../../draft.ts'
import { SourceProblem } from '../../imported.ts'
import type { Source } from '../../imported.ts'
import { addContacts, addMaintenance } from './account.ts'
import { pingdomApi } from './api.ts'
import { readCheck } from './check.ts'
import { exportOf } from './export-of.ts'
import { readTransaction } from './transaction.ts'

export const pingdom: Source = {
  name: 'pingdom',
  title: 'Pingdom',
  takes: 'Answers of its API 3.1 as JSON: each check, transaction checks, contacts, teams and maintenance.',
  api: pingdomApi,
  read: async (files, choices) => {
    const { checks, transactions, contacts, teams, maintenance } = exportOf(files)
    if (checks.length + transactions.length + contacts.length > maxImported / 2)
      throw new SourceProblem(`One import takes at most ${maxImported / 2} checks and contacts.`)
    const draft = new Draft()
    const channels = new Channels(draft)
    const places = new Places(choices)
    const members = addContacts({ contacts, teams }, draft, channels)
    const context = { draft, places, channels, members, windows: addMaintenance(maintenance, draft) }
    for (const check of checks) readCheck(check, context)
    for (const transaction of transactions) readTransaction(transaction, context)
    channels.finish()
    return { ...draft.finish(), places: places.missing }
  },
}
