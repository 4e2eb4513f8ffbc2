import type { Place } from '../../counterparts/expectations.ts'
import { fieldsIn, listIn } from '../../counterparts/hosted/answers.ts'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { leftOut } from '../../counterparts/hosted/checks.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import { requestScript } from '../../counterparts/request-script.ts'
import type { ScriptRequest } from '../../counterparts/request-script.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { SourceFields } from '../../source-fields.ts'
import { expectationsOf, memberSteps } from './http-assertions.ts'
import { sentOf } from './request.ts'
import type { TestImport } from './test-import.ts'

const mostSteps = 60

/** Requests one after the other, in one script. */
export function multiStepTest(test: TestImport): Value | null {
  const { draft, fields, config, options, name } = test
  const given = listIn(config.value('steps'))
  options.ignored('follow_redirects', 'allow_insecure')
  if (given.length === 0) return leftOut(draft, fields.item, 'It has no steps in this file: export the test itself.')
  if (given.length > mostSteps)
    return leftOut(draft, fields.item, `It has more than ${mostSteps} steps: make several checks of it.`)
  const stored = new Set<string>()
  const steps: (ScriptRequest & { readonly skipSSL: boolean })[] = []
  let waitSeconds = 0
  for (const [index, one] of given.entries()) {
    const step = new SourceFields(draft, fields.item, one, `config.steps[${index}].`)
    if (step.text('subtype') === 'wait') {
      waitSeconds += Math.min(180, Math.max(0, step.number('value') ?? 0))
      step.exact('subtype', 'value', 'name')
    } else {
      const request = requestFrom(step, test, { stored, prefix: `config.steps[${index}].` })
      if (request !== null) steps.push({ ...request, waitSeconds })
      waitSeconds = 0
    }
    step.ignored('id')
    step.finish()
  }
  if (steps.length === 0) return leftOut(draft, fields.item, 'None of its steps sends a request of HTTP.')
  const script = requestScript({ name, requests: steps, skipsVerification: steps.some(({ skipSSL }) => skipSSL) })
  return { checkType: 'MULTI_STEP', script }
}

interface StepPlace {
  /** Variables that earlier steps set; those of this one are added. */
  readonly stored: Set<string>
  /** As in the report. */
  readonly prefix: string
}

function requestFrom(step: SourceFields, { draft, variables }: TestImport, { stored, prefix }: StepPlace) {
  const subtype = step.text('subtype') ?? 'http'
  const name = step.text('name') ?? 'Request'
  const assertions = listIn(step.value('assertions'))
  const extracted = listIn(step.value('extractedValues'))
  step.exact('name')
  if (subtype !== 'http') {
    step.impossible('subtype', `A script sends requests of HTTP: write a step for ${subtype.slice(0, 40)}, or a check.`)
    step.ignored(...optional, 'request', 'value', 'subtestPublicId')
    return null
  }
  const fill = (text: string): string => variables.fill(text, stored)
  const request = step.fields('request')
  const sent = sentOf({ draft, request, name, fill, followRedirects: false, skipSSL: false })
  request.ignored('timeout')
  request.finish()
  step.exact('subtype')
  reportOptions(step)
  if (sent === null) return null
  if (sent.setupScript !== null)
    draft.report({ item: step.item, field: 'basicAuth', fate: 'impossible', note: 'Fetch the token in the script.' })
  const context = { draft, item: step.item, prefix, fill }
  const expectations = expectationsOf(assertions, context)
  const kept = extracted.flatMap((one) => storedFrom(one, step))
  step.exact('extractedValues')
  for (const [variable] of kept) stored.add(variable)
  return { ...sent, expectations, stored: kept }
}

const optional = ['allowFailure', 'isCritical', 'exitIfSucceed', 'retry', 'extractedValuesFromScript'] as const

function reportOptions(step: SourceFields): void {
  if (step.flag('allowFailure') === true)
    step.approximated('allowFailure', 'A step that fails ends the run, and fails it.')
  else step.ignored('allowFailure')
  if (step.flag('exitIfSucceed') === true) step.impossible('exitIfSucceed', 'Return in the script after this step.')
  else step.ignored('exitIfSucceed')
  if (Number(textIn(fieldsIn(step.value('retry'))['count'])) > 0)
    step.approximated('retry', 'A run that fails is repeated as a whole.')
  else step.ignored('retry')
  step.exact('isCritical')
  step.impossible('extractedValuesFromScript', 'Write these values in the script.')
}

/** The variable that a step sets, with the part of the response that it has. */
function storedFrom(given: Fields, step: SourceFields): readonly (readonly [string, Place])[] {
  const name = textIn(given['name'])
  const parser = fieldsIn(given['parser'])
  const place = placeOf(textIn(given['type']), textIn(given['field']), parser)
  if (place !== null && name !== '') return [[name, place]]
  step.impossible('extractedValues', `Read ${name.slice(0, 100) || 'the value'} in the script.`)
  return []
}

function placeOf(type: string, field: string, parser: Fields): Place | null {
  const kind = textIn(parser['type']) || 'raw'
  if (type === 'http_status_code') return { kind: 'status' }
  if (type === 'http_header') return kind === 'raw' ? { kind: 'header', name: field } : null
  if (type !== 'http_body') return null
  if (kind === 'raw') return { kind: 'text' }
  const steps = kind === 'json_path' ? memberSteps(textIn(parser['value'])) : null
  return steps === null ? null : { kind: 'json', steps }
}
