// The forms of the web interface as modules without the schemas that they are derived from, which browsers need not load.
const comment = '// Generated from the schemas of src/contract by "npm run generate".'

/** The forms of checks: each field once, because types share many. */
export function checkFormsModule({ checkDefaultsFields, checkForm, checkTypeNames }) {
  const forms = checkTypeNames().map((type) => [type, checkForm(type)])
  const defaults = checkDefaultsFields()
  const all = [...defaults, ...forms.flatMap(([, { fields }]) => fields)]
  const fields = [...new Set(all.map((field) => JSON.stringify(field)))]
  const fieldsAt = (some) => `fieldsAt(${some.map((field) => fields.indexOf(JSON.stringify(field))).join(', ')})`
  const rows = forms.map(
    ([type, { fields: own, ...form }]) =>
      `  ${type}: { fields: ${fieldsAt(own)}, ${JSON.stringify(form).slice(1, -1)} },`,
  )
  return [
    comment,
    `import type { CheckForm, CheckType, FormField } from '#contract'`,
    '',
    'const fields: readonly FormField[] = [',
    ...fields.map((field) => `  ${field},`),
    ']',
    'const fieldsAt = (...places: readonly number[]) => places.flatMap((place) => fields[place] ?? [])',
    '',
    'export const checkForms: Readonly<Record<CheckType, CheckForm>> = {',
    ...rows,
    '}',
    '',
    `export const checkDefaultsFields = ${fieldsAt(defaults)}`,
    '',
    ...unionOf('CheckFieldLabel', 'The keys of the labels of the fields.', all.flatMap(labelsOf)),
    ...unionOf('CheckFieldChoice', 'What fields offer to choose from.', all.flatMap(choicesOf)),
  ].join('\n')
}

/** The forms of alert channels. */
export function channelFormsModule({ alertChannelTypes, channelForm }) {
  const forms = alertChannelTypes.map((type) => [type, channelForm(type)])
  const all = forms.flatMap(([, { fields }]) => fields)
  return [
    comment,
    `import type { ChannelForm, ChannelType } from '#contract'`,
    '',
    'export const channelForms: Readonly<Record<ChannelType, ChannelForm>> = {',
    ...forms.flatMap(([type, { start, fields }]) => [
      `  ${type}: {`,
      `    start: ${JSON.stringify(start)},`,
      '    fields: [',
      ...fields.map((field) => `      ${JSON.stringify(field)},`),
      '    ],',
      '  },',
    ]),
    '}',
    '',
    ...unionOf('ChannelFieldLabel', 'The keys of the labels of the fields.', all.flatMap(labelsOf)),
    ...unionOf('ChannelFieldChoice', 'What fields offer to choose from.', all.flatMap(choicesOf)),
  ].join('\n')
}

const labelsOf = ({ label, of = label }) => [label, of]
const choicesOf = ({ control, options = [] }) => (control === 'select' ? options.filter((option) => option !== '') : [])

/** A type of texts. */
const unionOf = (name, comment, texts) => [
  `/** ${comment} */`,
  `export type ${name} =`,
  ...[...new Set(texts)].toSorted((a, b) => a.localeCompare(b)).map((text) => `  | '${text}'`),
  '',
]
