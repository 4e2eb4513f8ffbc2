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
    ...labelType('CheckFieldLabel', all),
  ].join('\n')
}

/** The forms of alert channels. */
export function channelFormsModule({ alertChannelTypes, channelForm }) {
  const forms = alertChannelTypes.map((type) => [type, channelForm(type)])
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
    ...labelType(
      'ChannelFieldLabel',
      forms.flatMap(([, { fields }]) => fields),
    ),
  ].join('\n')
}

/** The keys of the labels of fields. */
const labelType = (name, fields) => [
  '/** The keys of the labels of the fields. */',
  `export type ${name} =`,
  ...[...new Set(fields.flatMap(({ label, of = label }) => [label, of]))]
    .toSorted((a, b) => a.localeCompare(b))
    .map((label) => `  | '${label}'`),
  '',
]
