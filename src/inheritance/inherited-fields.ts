import { inheritanceOf, inheritedDefaults, inheritedFieldNames, nothingInherited } from '#contract'
import type {
  CheckDefinition,
  GroupDefinition,
  GroupedValues,
  InheritedField,
  InheritedValues,
  SettingSource,
} from '#contract'
import { from, sourced } from './sourced.ts'
import type { Sourced } from './sourced.ts'

type Group = Pick<GroupDefinition, 'generation' | 'settings'>
type Values<K extends InheritedField> = Pick<InheritedValues, K>

/** The named fields of a check with the values of its group. A group of generation 1 also replaces fields that it has not set. */
export const inheritedOf = <const K extends InheritedField>(own: Values<K>, group: Group, names: readonly K[]) =>
  fieldsOf(names.map((name) => [name, sourcedField(name, own[name], { group, account: null }).value] as const))

/** The cast is safe because there is an entry of each name. */
const fieldsOf = <K extends InheritedField>(entries: readonly (readonly [K, InheritedValues[K]])[]): Values<K> =>
  Object.fromEntries(entries) as Values<K>

interface Levels<T> {
  readonly group: Group | null
  /** Applies where neither a check nor its group sets a value. */
  readonly account: T | null
}

/** A field with the level that decides about it. */
export function sourcedField<K extends InheritedField>(
  name: K,
  own: InheritedValues[K],
  { group, account }: Levels<InheritedValues[K]>,
): Sourced<InheritedValues[K]> {
  const grouped: GroupedValues = group?.settings ?? nothingInherited
  const ofGroup = grouped[name]
  if (inheritanceOf(name) === 'REPLACE') {
    if (ofGroup !== null) return sourced(ofGroup, own, 'GROUP')
    return group?.generation === 1 ? sourced(inheritedDefaults[name], own, 'GROUP') : from('CHECK', own)
  }
  const levels: readonly (readonly [SettingSource, InheritedValues[K] | null])[] = [
    ['CHECK', own],
    ['GROUP', ofGroup],
    ['ACCOUNT', account],
  ]
  const [source, value] = levels.find(([, set]) => set !== null) ?? ['DEFAULT', null]
  return from(source, value ?? inheritedDefaults[name])
}

type SourcedFields = { readonly [K in InheritedField]: Sourced<InheritedValues[K]> }

/** Every inherited field of a check with its level. The cast is safe because there is an entry of each name. */
export function sourcedFields(
  { runParallel, settings }: CheckDefinition,
  group: Group | null,
  account: Partial<InheritedValues>,
): SourcedFields {
  const own: InheritedValues = { ...settings, runParallel }
  const entries = inheritedFieldNames.map((name) => [
    name,
    sourcedField(name, own[name], { group, account: account[name] ?? null }),
  ])
  return Object.fromEntries(entries) as SourcedFields
}
