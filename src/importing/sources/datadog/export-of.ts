import { fieldsIn, listIn } from '../../counterparts/hosted/answers.ts'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { terraformResources } from '../../counterparts/terraform-state.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { jsonOf } from '../../counterparts/yaml-documents.ts'
import { SourceProblem } from '../../imported.ts'
import type { ImportFile } from '../../imported.ts'
import { testOfTerraform } from './terraform.ts'

export interface DatadogExport {
  readonly tests: readonly Fields[]
  /** Global ones. */
  readonly variables: readonly Fields[]
  readonly locations: readonly Fields[]
  readonly monitors: readonly Fields[]
}

/** Reads answers of the API, exported tests and states of Terraform, in any order. Throws SourceProblem for anything else. */
export function exportOf(files: readonly ImportFile[]): DatadogExport {
  const answers = files
    .map(jsonOf)
    .flatMap((value): readonly unknown[] => (Array.isArray(value) ? value : [value]))
    .map(fieldsIn)
  const of = (name: string): readonly Fields[] => answers.flatMap((answer) => listIn(answer[name]))
  const tests = [...of('tests'), ...answers.filter(isTest), ...answers.flatMap(testsOfState)]
  if (tests.length === 0)
    throw new SourceProblem(
      'No file has tests of Datadog: give exported tests, answers of GET /api/v1/synthetics/tests or a state of Terraform.',
    )
  return {
    tests: joined(tests),
    variables: of('variables'),
    locations: of('locations'),
    monitors: answers.filter(({ type }) => type === 'synthetics alert'),
  }
}

const isTest = (value: Fields): boolean =>
  'config' in value && ['api', 'browser', 'mobile', 'network'].includes(textIn(value['type']))

const testsOfState = (state: Fields): readonly Fields[] =>
  terraformResources(state)
    .filter(({ type }) => type === 'datadog_synthetics_test')
    .map(({ values }) => testOfTerraform(values))

/** One test for each id, of lists and single answers together; those without one stay. */
function joined(tests: readonly Fields[]): readonly Fields[] {
  const byId = new Map<string, Fields>()
  for (const [index, test] of tests.entries()) {
    const id = textIn(test['public_id']) || `without id ${index}`
    byId.set(id, { ...byId.get(id), ...test })
  }
  return [...byId.values()]
}
