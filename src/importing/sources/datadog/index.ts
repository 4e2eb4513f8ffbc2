import { textIn } from '../../counterparts/text-in.ts'
import { Channels } from '../../counterparts/hosted/channels.ts'
import { Places } from '../../counterparts/hosted/places.ts'
import { Draft, maxImported } from '../../draft.ts'
import { SourceProblem } from '../../imported.ts'
import type { Source, SourceState } from '../../imported.ts'
import { datadogApi } from './api.ts'
import { exportOf } from './export-of.ts'
import { Locations } from './locations.ts'
import { readTest } from './test.ts'
import { Timeframes } from './timeframes.ts'
import { globalsOf } from './variables.ts'

const states: Readonly<Record<string, SourceState>> = { OK: 'up', Alert: 'down' }

export const datadog: Source = {
  name: 'datadog',
  title: 'Datadog Synthetics',
  takes: 'Exported tests and answers of its API as JSON, or a state of Terraform with datadog_synthetics_test.',
  api: datadogApi,
  read: async (files, choices) => {
    const { tests, variables, locations, monitors } = exportOf(files)
    if (tests.length > maxImported / 2) throw new SourceProblem(`One import takes at most ${maxImported / 2} tests.`)
    const draft = new Draft()
    const channels = new Channels(draft)
    const places = new Places(choices)
    const context = {
      draft,
      channels,
      locations: new Locations(draft, { places, choices, locations }),
      timeframes: new Timeframes(draft),
      globals: globalsOf(variables),
      states: new Map(monitors.map((one) => [textIn(one['id']), states[textIn(one['overall_state'])] ?? 'unknown'])),
    }
    for (const test of tests) readTest(test, context)
    channels.finish()
    return { ...draft.finish(), places: places.missing }
  },
}
