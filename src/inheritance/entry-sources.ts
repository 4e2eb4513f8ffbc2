import { descriptorOf } from '#contract'
import type {
  Assertion,
  CheckDefinition,
  CheckSettings,
  EnvironmentVariable,
  GroupDefinition,
  GroupSettings,
  HttpRequest,
  KeyValuePair,
  SettingSource,
} from '#contract'
import { apiRequestOf, effectiveCheck } from './effective-check.ts'
import { mergedVariables } from './variables.ts'

/** Something of a name, the level that decides about it, and the others that have one of that name. */
export interface SourcedEntry {
  readonly key: string
  readonly source: SettingSource
  readonly alsoIn: readonly SettingSource[]
}

interface Levels {
  readonly check: CheckDefinition
  readonly group: GroupDefinition | null
  readonly accountVariables: readonly EnvironmentVariable[]
}

/** The settings that levels add up to, each entry with its level. Variables, headers and parameters are only named. */
export function sourcedEntries({ check, group, accountVariables }: Levels) {
  const effective = effectiveCheck(check, group)
  const { environmentVariables: groupVariables = [] } = group?.settings ?? {}
  return {
    tags: entriesOf(effective.tags, [
      ['CHECK', check.tags],
      ['GROUP', group?.tags ?? []],
    ]),
    environmentVariables: entriesOf(keysOf(mergedVariables(accountVariables, group, check)), [
      ['CHECK', keysOf(check.settings.environmentVariables)],
      ['GROUP', keysOf(groupVariables)],
      ['ACCOUNT', keysOf(accountVariables)],
    ]),
    ...requestEntries(check, group, effective),
    ...scriptsOf(check, group),
  }
}

const keysOf = (pairs: readonly { readonly key: string }[]): string[] => pairs.map(({ key }) => key)

type NamesOfLevel = readonly [SettingSource, readonly string[]]

/** The first of the levels that has a name decides. */
function entriesOf(
  names: readonly string[],
  levels: readonly NamesOfLevel[],
  nameOf = (key: string) => key,
): SourcedEntry[] {
  const sets = levels.map(([source, keys]) => [source, new Set(keys.map(nameOf))] as const)
  return names.map((key) => {
    const [source = 'DEFAULT', ...alsoIn] = sets.flatMap(([level, keys]) => (keys.has(nameOf(key)) ? [level] : []))
    return { key, source, alsoIn }
  })
}

interface SourcedAssertion {
  readonly assertion: Assertion
  readonly source: SettingSource
}

function requestEntries(check: CheckDefinition, group: GroupDefinition | null, effective: CheckDefinition) {
  if (descriptorOf(check.checkType).takesGroupDefaults !== true)
    return { headers: [], queryParameters: [], assertions: assertionsOf(check) }
  const [own, merged, defaults] = [apiRequestOf(check), apiRequestOf(effective), group?.settings.apiCheckDefaults]
  const pairs = (pick: (request: Pick<HttpRequest, 'headers' | 'queryParameters'>) => readonly KeyValuePair[]) =>
    [
      ['CHECK', keysOf(pick(own))],
      ['GROUP', defaults ? keysOf(pick(defaults)) : []],
    ] as const
  return {
    headers: entriesOf(
      keysOf(merged.headers),
      pairs(({ headers }) => headers),
      (key) => key.toLowerCase(),
    ),
    queryParameters: entriesOf(
      keysOf(merged.queryParameters),
      pairs(({ queryParameters }) => queryParameters),
    ),
    assertions: merged.assertions.map((assertion, index): SourcedAssertion => ({
      assertion,
      source: index < own.assertions.length ? 'CHECK' : 'GROUP',
    })),
  }
}

function assertionsOf({ settings: { request } }: CheckDefinition): SourcedAssertion[] {
  const assertions = request !== undefined && 'assertions' in request ? request.assertions : []
  return assertions.map((assertion) => ({ assertion, source: 'CHECK' }))
}

export interface SourcedScript {
  /** Null: a script of the level itself. */
  readonly snippetId: number | null
  readonly source: SettingSource
}

function scriptsOf(check: CheckDefinition, group: GroupDefinition | null) {
  if (descriptorOf(check.checkType).code !== 'around request') return { setup: [], tearDown: [] }
  const levels = [
    ['GROUP', group?.settings],
    ['CHECK', check.settings],
  ] as const
  return {
    setup: levels.flatMap(([source, settings]) => setupOf(source, settings)),
    tearDown: levels.toReversed().flatMap(([source, settings]) => tearDownOf(source, settings)),
  }
}

type Settings = CheckSettings | GroupSettings | undefined

const setupOf = (source: SettingSource, settings: Settings): SourcedScript[] =>
  stepsOf(source, settings?.setupSnippetId, settings?.localSetupScript)

const tearDownOf = (source: SettingSource, settings: Settings): SourcedScript[] =>
  stepsOf(source, settings?.tearDownSnippetId, settings?.localTearDownScript)

/** A snippet and a script may both be set; the snippet comes first. */
const stepsOf = (
  source: SettingSource,
  snippetId: number | null | undefined,
  script: string | null | undefined,
): SourcedScript[] => [
  ...(typeof snippetId === 'number' ? [{ snippetId, source }] : []),
  ...(typeof script === 'string' && script.trim() !== '' ? [{ snippetId: null, source }] : []),
]
