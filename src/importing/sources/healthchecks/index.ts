import { NamedGroups } from '../../counterparts/groups-of-names.ts'
import { Draft, maxImported } from '../../draft.ts'
import { SourceProblem } from '../../imported.ts'
import type { Source } from '../../imported.ts'
import { addChannels } from './channels.ts'
import { readCheck } from './check.ts'
import { exportOf } from './export-of.ts'

export const healthchecks: Source = {
  name: 'healthchecks',
  title: 'Healthchecks',
  takes:
    'Answers of its API (checks and channels) as JSON, hc.sqlite, a dump of PostgreSQL or MySQL, or manage.py dumpdata.',
  read: async (files) => {
    const { checks, channels, projects } = await exportOf(files)
    if (checks.length + channels.length > maxImported)
      throw new SourceProblem(`One import takes at most ${maxImported} checks and integrations.`)
    const draft = new Draft()
    const context = {
      draft,
      groups: new NamedGroups(draft),
      channels: addChannels(channels, draft),
      projects,
      tokens: new Set<string>(),
    }
    for (const [index, check] of checks.entries()) readCheck(check, context, index)
    return draft.finish()
  },
}
