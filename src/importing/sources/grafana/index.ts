import { Places } from '../../counterparts/hosted/places.ts'
import { fieldsIn, itemsIn } from '../../counterparts/hosted/answers.ts'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { Draft, maxImported } from '../../draft.ts'
import { SourceProblem } from '../../imported.ts'
import type { Source } from '../../imported.ts'
import { grafanaApi } from './api.ts'
import { readCheck } from './check.ts'

export const grafana: Source = {
  name: 'grafana',
  title: 'Grafana Synthetic Monitoring',
  takes: 'Answers of its API as JSON: the lists of checks, with their alerts, and of probes.',
  api: grafanaApi,
  read: async (files, choices) => {
    const items = itemsIn(files, ['checks', 'data'])
    const checks = items.filter(isCheck)
    if (checks.length === 0)
      throw new SourceProblem(
        'No file has checks of Grafana Synthetic Monitoring: give the answer of GET /api/v1/check/list.',
      )
    if (checks.length > maxImported) throw new SourceProblem(`One import takes at most ${maxImported} checks.`)
    const draft = new Draft()
    const places = new Places(choices)
    const probes = new Map(items.filter((item) => !isCheck(item)).map(({ id, name }) => [textIn(id), textIn(name)]))
    for (const check of checks) readCheck(check, { draft, places, probes })
    return { ...draft.finish(), places: places.missing }
  },
}

const isCheck = (item: Fields): boolean => Object.keys(fieldsIn(item['settings'])).length > 0
