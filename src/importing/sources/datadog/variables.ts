import type { Fields } from '../../counterparts/hosted/answers.ts'
import { fieldsIn, listIn } from '../../counterparts/hosted/answers.ts'
import { SourceVariables } from '../../counterparts/source-variables.ts'
import type { SourceVariable } from '../../counterparts/source-variables.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import { SourceFields } from '../../source-fields.ts'

/** Global variables by their ids. */
export const globalsOf = (variables: readonly Fields[]): ReadonlyMap<string, Fields> =>
  new Map(variables.map((variable) => [textIn(variable['id']), variable]))

/** The variables that the texts of a test name. Global ones, and those that are hidden, become secrets of the account. */
export function variablesOf(draft: Draft, config: SourceFields, globals: ReadonlyMap<string, Fields>): SourceVariables {
  const values = new Map<string, SourceVariable>()
  for (const [index, given] of listIn(config.value('configVariables')).entries()) {
    const fields = new SourceFields(draft, config.item, given, `config.configVariables[${index}].`)
    const name = fields.text('name') ?? ''
    values.set(name, fields.text('type') === 'global' ? globalFrom(fields, globals) : textFrom(fields))
    fields.exact('name', 'type')
    fields.ignored('example', 'secure', 'editable')
    fields.finish()
  }
  return new SourceVariables(draft, values)
}

function globalFrom(fields: SourceFields, globals: ReadonlyMap<string, Fields>): SourceVariable {
  const found = globals.get(fields.text('id') ?? '') ?? {}
  const { value } = fieldsIn(found['value'])
  const isMade = found['is_totp'] === true || found['is_fido'] === true || textIn(found['parse_test_public_id']) !== ''
  fields.noted('id', isMade ? 'Its value is made at each run: enter a fixed one, or make it in a script.' : null)
  return { value: isMade ? '' : textIn(value), isSecret: true }
}

function textFrom(fields: SourceFields): SourceVariable {
  const pattern = fields.text('pattern')
  const isSecret = fields.flag('secure') === true
  const { text, note } = generatedIn(pattern ?? (isSecret ? '' : (fields.text('example') ?? '')))
  fields.noted('pattern', note)
  return { value: text, isSecret }
}

/** Values that are made for each run, by the names that other sources have for them, and whether that is the same. */
const generated: readonly (readonly [pattern: RegExp, name: string, isSame: boolean])[] = [
  [/\{\{\s*uuid\s*\}\}/g, '{{$uuid}}', true],
  [/\{\{\s*timestamp\(\s*0\s*,\s*s\s*\)\s*\}\}/g, '{{$timestamp}}', true],
  [/\{\{\s*timestamp\([^{}]{0,100}\)\s*\}\}/g, '{{$timestamp}}', false],
  [/\{\{\s*numeric\(\s*\d{1,4}\s*\)\s*\}\}/g, '{{$randomInt}}', false],
  [/\{\{\s*(?:alphabetic|alphanumeric)\(\s*\d{1,4}\s*\)\s*\}\}/g, '{{$uuid}}', false],
  [/\{\{\s*date\([^{}]{0,100}\)\s*\}\}/g, '{{$isoTimestamp}}', false],
]

function generatedIn(given: string): { readonly text: string; readonly note: string | null } {
  const known = generated.filter(([pattern]) => given.search(pattern) >= 0)
  const text = known.reduce((one, [pattern, name]) => one.replaceAll(pattern, name), given)
  return { text, note: known.every(([, , isSame]) => isSame) ? null : 'The value is made in another form.' }
}
