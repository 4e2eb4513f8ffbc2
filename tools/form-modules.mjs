// The forms of the web interface as modules without the schemas that they are derived from, which browsers need not load.
const comment = '// Generated from the schemas of src/contract by "npm run generate".'

/** The forms of checks: each field once, because types share many. */
export function checkFormsModule(contract) {
  const { checkForm, checkTypeNames, checkTypes, inheritedFieldNames } = contract
  const forms = checkTypeNames().map((type) => [type, checkForm(type)])
  const [defaults, ofGroup] = [contract.checkDefaultsFields(), contract.groupFields()]
  const ofAlerts = contract.alertSettingsFields()
  const ofForms = forms.flatMap(([, { fields }]) => fields)
  const ofTypes = ofForms.filter(isOfTypes(checkTypes))
  const all = [...defaults, ...ofGroup, ...ofForms, ...ofAlerts]
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
    `export const groupFields = ${fieldsAt(ofGroup)}`,
    `export const alertSettingsFields = ${fieldsAt(ofAlerts)}`,
    '',
    '/** The fields that checks inherit as a whole from their group. */',
    `export const inheritedFields = ${listOf(inheritedFieldNames)} as const`,
    '',
    ...unionsOf(
      all.filter((field) => !ofTypes.includes(field)),
      ofTypes,
    ),
  ].join('\n')
}

/** Whether a field of a form is one that check types bring along: of their requests, or named by their descriptors. */
function isOfTypes(checkTypes) {
  const own = new Set(Object.values(checkTypes).flatMap(({ fields = {} }) => ['request', ...Object.keys(fields)]))
  return ({ path }) => own.has(path.split('.')[0])
}

/** What has to be named in each language: for all checks and groups, and what check types add to that. */
function unionsOf(shared, ofTypes) {
  const added = (textsOf) => {
    const known = new Set(shared.flatMap(textsOf))
    return ofTypes.flatMap(textsOf).filter((text) => !known.has(text))
  }
  return [
    ...unionOf('CheckFieldLabel', 'The keys of the labels of fields.', shared.flatMap(labelsOfRow)),
    ...unionOf('CheckTypeLabel', 'Those that check types bring along.', added(labelsOfRow)),
    ...unionOf('CheckFieldChoice', 'The choices of fields.', shared.flatMap(choicesOf)),
    ...unionOf('CheckTypeChoice', 'Those that check types bring along.', added(choicesOf)),
  ]
}

const listOf = (names) => `[${names.map((name) => `'${name}'`).join(', ')}]`

/** How checks are written in code. */
export function checkExportsModule({ checkExport, checkTypeNames, constructPlaces }) {
  return [
    comment,
    `import type { CheckExport, CheckType } from '#contract'`,
    '',
    'export const checkExports: Readonly<Record<CheckType, CheckExport>> = {',
    ...checkTypeNames().map((type) => `  ${type}: ${JSON.stringify(checkExport(type))},`),
    '}',
    '',
    '/** Where constructs have the fields of checks, with dots; empty: the parts of the field are properties themselves. */',
    'export const constructPlaces: Readonly<Record<string, string>> = {',
    ...Object.entries(constructPlaces()).map(([name, place]) => `  ${name}: '${place}',`),
    '}',
    '',
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
    ...unionOf('ChannelFieldChoice', 'The choices of fields.', all.flatMap(choicesOf)),
  ].join('\n')
}

const labelsOf = ({ label, of = label }) => [label, of]
const labelsOfRow = ({ parts = [], ...field }) => [...labelsOf(field), ...parts.map((part) => part.label)]
const choicesOf = ({ control, options = [] }) => (control === 'select' ? options.filter((option) => option !== '') : [])

/** A type of texts. */
const unionOf = (name, comment, texts) => [
  `/** ${comment} */`,
  `export type ${name} =`,
  ...[...new Set(texts)].toSorted((a, b) => a.localeCompare(b)).map((text) => `  | '${text}'`),
  '',
]
