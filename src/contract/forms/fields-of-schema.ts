import type { TSchema } from 'typebox'
import { layoutIn, notesOf } from './field-edit.ts'
import type { FieldControl, FieldEdit, FormField } from './field-edit.ts'

/** The keywords of a schema that its control follows from. */
interface Rules {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly items?: Rules
  readonly anyOf?: readonly TSchema[]
  readonly readOnly?: boolean
  readonly deprecated?: boolean
}

export const rulesOf = (schema: TSchema): Rules => schema

/** The settings that fields take over from the object that they are in. */
type Inherited = Pick<FieldEdit, 'section' | 'isAdvanced'> & Pick<FormField, 'when'>

/** The fields of an object that forms edit, and those of objects in it, in the order of the schema. */
export function fieldsOfSchema(schema: TSchema, path: readonly string[], inherited: Inherited = {}): FormField[] {
  const { properties = {}, required = [] } = rulesOf(schema)
  return Object.entries(properties).flatMap(([name, field]) =>
    fieldsOf(field, [...path, name], { ...inherited, ...(required.includes(name) && { isRequired: true }) }),
  )
}

type OfField = Inherited & Pick<FieldEdit, 'isRequired'>

/** The field itself, or the fields of an object. Throws if nothing says which control edits it. */
export function fieldsOf(schema: TSchema, path: readonly string[], inherited: OfField = {}): FormField[] {
  const { control, when } = notesOf(schema)
  if (isLeftOut(schema)) return []
  const condition = when && { when: { path: [...path.slice(0, -1), when[0]].join('.'), values: when.slice(1) } }
  const { isRequired: _own, ...taken } = inherited
  const { on, ...layout } = layoutIn(notesOf(schema))
  const inner = { ...taken, ...condition, ...layout }
  if (control === undefined && rulesOf(schema).properties) return fieldsOfSchema(schema, path, inner)
  const field = fieldOf(schema, path, { ...inherited, ...condition })
  if (on === undefined) return [field]
  const whileTicked = { path: field.path, values: [ticked] }
  return [field, ...fieldsOfSchema(withoutNull(schema), path, { ...inner, when: whileTicked })]
}

/** The value of the box of an object in a condition. */
const ticked = 'true'

const withoutNull = (schema: TSchema): TSchema =>
  rulesOf(schema).anyOf?.find((one) => rulesOf(one).properties) ?? schema

/** Also where there is nothing to choose. */
function isLeftOut(schema: TSchema): boolean {
  const { readOnly, deprecated, enum: values } = rulesOf(schema)
  const { control } = notesOf(schema)
  return control === 'none' || Boolean(readOnly || deprecated) || (control === undefined && values?.length === 1)
}

function fieldOf(schema: TSchema, path: readonly string[], { isRequired, ...inherited }: OfField): FormField {
  const rules = rulesOf(schema)
  const { control: chosen, isPart = false } = notesOf(schema)
  const control = chosen === undefined || chosen === 'none' ? controlOf(rules) : chosen
  if (control === null) throw new Error(`No control edits ${path.join('.')}; say which in its schema.`)
  const field = { path: path.join('.'), control, ...labelOf(path, isPart), ...inherited, ...layoutIn(notesOf(schema)) }
  const required = isRequired && ({ isRequired } as const)
  const parts = control === 'records' && { parts: partsOf(rules) }
  return { ...field, ...required, ...parts, ...optionsIn(rules, field), ...valueOf(rules) }
}

function optionsIn(rules: Rules, { control, options: given }: Pick<FormField, 'control' | 'options'>) {
  const options = given ?? (control === 'select' ? optionsOf(rules) : undefined)
  const isNumber =
    typesOf(rules).some((type) => type === 'integer' || type === 'number') && ({ isNumber: true } as const)
  return options && { options, ...isNumber }
}

/** The key of the label, and that of the one before it. */
function labelOf(path: readonly string[], isPart: boolean): Pick<FormField, 'label' | 'of'> {
  const [parent = '', name = ''] = path.slice(-2)
  const [label, of] = path.length < 2 ? [parent, ''] : [name, parent]
  if (!isPart) return { label }
  return label === 'value' ? { label: of } : { label, of }
}

/** The default and null value of a control. */
const valueOf = (rules: Rules): Pick<FormField, 'default' | 'isNullable'> => ({
  ...(isShown(rules.default) && { default: rules.default }),
  ...((typesOf(rules).includes('null') || 'anyOf' in rules) && { isNullable: true }),
})

/** Whether a control shows something other than nothing where the field is absent. */
const isShown = (usual: unknown): usual is string | number | true =>
  usual === true || typeof usual === 'number' || (typeof usual === 'string' && usual !== '')

export const typesOf = ({ type = [] }: Rules): readonly string[] => (typeof type === 'string' ? [type] : type)

/** The texts and numbers to choose from. An empty one is offered where it is the default: elsewhere it is another name of that. */
function optionsOf({ enum: values, default: usual }: Rules): readonly string[] | undefined {
  const texts = values?.filter((value) => typeof value === 'string' || typeof value === 'number').map(String)
  return texts?.filter((text) => text !== '' || typeof usual !== 'string')
}

const controlOfType: Readonly<Record<string, FieldControl>> = {
  boolean: 'check',
  integer: 'number',
  number: 'number',
  string: 'text',
}

function controlOf(rules: Rules): FieldControl | null {
  if (rules.enum) return 'select'
  const [type = ''] = typesOf(rules).filter((one) => one !== 'null')
  if (partsOf(rules).length > 0) return 'records'
  return rules.items?.type === 'string' ? 'list' : (controlOfType[type] ?? null)
}

/** The texts of the objects of a list. */
const partsOf = ({ items }: Rules): NonNullable<FormField['parts']> =>
  Object.entries(items?.properties ?? {}).flatMap(([name, schema]) =>
    typesOf(rulesOf(schema)).includes('string') ? [{ name, label: notesOf(schema).label ?? name }] : [],
  )

/** The fields whose paths are named first in that order, the others after them. */
export function inOrder(fields: readonly FormField[], order: readonly string[]): readonly FormField[] {
  const placeOf = ({ path }: FormField): number => (order.includes(path) ? order.indexOf(path) : order.length)
  return fields.toSorted((a, b) => placeOf(a) - placeOf(b))
}
