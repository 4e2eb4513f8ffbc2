import { checkTypes } from '#contract'
import type { GroupDefinition } from '#contract'
import { judgeAssertions, judgeTemplates } from '../checks/judge-parts.ts'

/** Refuses a group that its members could not run with, as it would be stored. */
export function judgeGroup({ settings }: Pick<GroupDefinition, 'settings'>): void {
  judgeAssertions(checkTypes.API.sources, settings.apiCheckDefaults.assertions, 'apiCheckDefaults.assertions')
  judgeTemplates(settings.apiCheckDefaults, 'apiCheckDefaults')
}
