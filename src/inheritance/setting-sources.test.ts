import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkTypes,
  defaultAlertSettings,
  defaultPlainSettings,
  defaultRetryStrategy,
  nothingInherited,
} from '#contract'
import type {
  AlertSettings,
  Assertion,
  CheckDefinition,
  EnvironmentVariable,
  GroupDefinition,
  HttpRequest,
  KeyValuePair,
  RetryStrategy,
} from '#contract'
import {
  effectiveAlertSettings,
  effectiveCheck,
  effectiveRetryStrategy,
  mergedVariables,
  queuesOf,
  sourcedEntries,
  sourcedSettings,
} from './index.ts'

const request: HttpRequest = {
  ...checkTypes.API.shapes.sample.request,
  headers: [],
  queryParameters: [],
  basicAuth: null,
  assertions: [],
}
const id = '00000000-0000-4000-8000-000000000001'
const base = { accountId: id, version: 1, createdAt: new Date(0), updatedAt: null, name: 'Shop' }
const someOf = <T>(...values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values))
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })
const strategies = orNull(fc.nat(5).map((maxRetries): RetryStrategy => ({ ...defaultRetryStrategy, maxRetries })))
const alerts = fc
  .nat(9)
  .map((interval): AlertSettings => ({ ...defaultAlertSettings, reminders: { amount: 1, interval } }))
const pairs = someOf('a', 'A', 'b', 'c').map((keys) =>
  keys.map((key): KeyValuePair => ({ key, value: 'value', locked: false })),
)
const variables = someOf('A', 'B', 'C').map((keys) =>
  keys.map((key): EnvironmentVariable => ({ key, value: 'value', locked: false, secret: true })),
)
const assertions = someOf('200', '201', '202').map((targets) =>
  targets.map((target): Assertion => ({
    source: 'STATUS_CODE',
    comparison: 'EQUALS',
    property: '',
    target,
    regex: '',
  })),
)
const credentials = orNull(fc.constantFrom({ username: 'a', password: 'b' }, { username: '', password: '' }))
const scripts = {
  setupSnippetId: orNull(fc.nat(3)),
  tearDownSnippetId: orNull(fc.nat(3)),
  localSetupScript: orNull(fc.constantFrom('', 'run()')),
  localTearDownScript: orNull(fc.constantFrom('', 'run()')),
}
const requests = fc.record({ headers: pairs, queryParameters: pairs, assertions, basicAuth: credentials })
const runtimes = orNull(fc.constantFrom('2025.04', '2026.04'))

const checks: fc.Arbitrary<CheckDefinition> = fc
  .record({
    type: fc.constantFrom('API' as const, 'URL' as const, 'BROWSER' as const),
    activated: fc.boolean(),
    muted: fc.boolean(),
    tags: someOf('x', 'y'),
    locations: someOf('eu-west-1', 'us-east-1'),
    privateLocations: someOf('office'),
    runParallel: fc.boolean(),
    settings: fc.record(
      {
        doubleCheck: fc.boolean(),
        runtimeId: runtimes,
        useGlobalAlertSettings: fc.boolean(),
        alertSettings: alerts,
        environmentVariables: variables,
        retryStrategy: strategies,
        ...scripts,
      },
      { requiredKeys: ['doubleCheck', 'runtimeId', 'useGlobalAlertSettings', 'alertSettings', 'environmentVariables'] },
    ),
    request: requests,
  })
  .map(({ type, settings, request: own, ...check }) => ({
    ...base,
    ...check,
    id,
    checkType: type,
    groupId: 1,
    groupOrder: null,
    frequency: 10,
    frequencyOffset: null,
    settings: {
      ...defaultPlainSettings,
      triggerIncident: null,
      degradedResponseTime: null,
      maxResponseTime: null,
      ...settings,
      ...(type !== 'BROWSER' && { request: { ...request, ...own } }),
    },
  }))

const groups: fc.Arbitrary<GroupDefinition | null> = orNull(
  fc
    .record({
      generation: fc.constantFrom(1 as const, 2 as const),
      activated: fc.boolean(),
      muted: fc.boolean(),
      tags: someOf('x', 'z'),
      settings: fc.record({
        locations: orNull(someOf('eu-west-1', 'ap-south-1')),
        privateLocations: orNull(someOf('factory')),
        runParallel: orNull(fc.boolean()),
        alertSettings: orNull(alerts),
        useGlobalAlertSettings: orNull(fc.boolean()),
        retryStrategy: fc.oneof(strategies, fc.constant('FALLBACK' as const)),
        environmentVariables: variables,
        runtimeId: runtimes,
        ...scripts,
      }),
      request: requests,
      url: fc.constantFrom('', 'https://shop.example'),
    })
    .map(({ settings, request: own, url, ...group }) => ({
      ...base,
      ...group,
      id: 1,
      settings: {
        ...nothingInherited,
        concurrency: 3,
        doubleCheck: false,
        ...settings,
        apiCheckDefaults: { ...own, url },
      },
    })),
)

const worlds = fc.record({
  check: checks,
  group: groups,
  account: fc.record({ alertSettings: alerts, runtimeId: runtimes }),
  accountVariables: variables,
})

type World = typeof worlds extends fc.Arbitrary<infer W> ? W : never

const keysOf = (entries: readonly { readonly key: string }[]): string[] => entries.map(({ key }) => key)
const requestOf = ({ settings }: CheckDefinition): HttpRequest => settings.request as HttpRequest

type Said = Readonly<Record<string, unknown>>

/** The value at each level, by the name of the setting. */
const saidIn = ({ check, group, account }: World): Readonly<Record<string, Said>> => ({
  activated: { CHECK: check.activated, GROUP: group?.activated },
  muted: { CHECK: check.muted, GROUP: group?.muted },
  ...locationsSaidIn(check, group),
  alertSettings: {
    CHECK: check.settings.alertSettings,
    GROUP: group?.settings.alertSettings,
    ACCOUNT: account.alertSettings,
    DEFAULT: defaultAlertSettings,
  },
  runtimeId: {
    CHECK: check.settings.runtimeId,
    GROUP: group?.settings.runtimeId,
    ACCOUNT: account.runtimeId,
    DEFAULT: null,
  },
})

function locationsSaidIn(check: CheckDefinition, group: World['group']): Readonly<Record<string, Said>> {
  const { locations, privateLocations, runParallel } = group?.settings ?? {}
  return {
    runParallel: { CHECK: check.runParallel, GROUP: runParallel ?? false },
    locations: { CHECK: check.locations, GROUP: locations ?? [], DEFAULT: ['us-east-1'] },
    privateLocations: { CHECK: check.privateLocations, GROUP: privateLocations ?? [], DEFAULT: [] },
  }
}

const levelsWith = ({ check, group, accountVariables }: World, key: string): string[] =>
  Object.entries({
    CHECK: check.settings.environmentVariables,
    GROUP: group?.settings.environmentVariables ?? [],
    ACCOUNT: accountVariables,
  }).flatMap(([level, variablesOfLevel]) => (keysOf(variablesOfLevel).includes(key) ? [level] : []))

/** The same with the name of its level as the value of each variable. */
function withLevelsAsValues({ check, group, accountVariables }: World): Omit<World, 'account'> {
  const named = (level: string, given: readonly EnvironmentVariable[]): EnvironmentVariable[] =>
    given.map((variable) => ({ ...variable, value: level }))
  const { environmentVariables: own } = check.settings
  const ofGroup = group && named('GROUP', group.settings.environmentVariables)
  return {
    check: { ...check, settings: { ...check.settings, environmentVariables: named('CHECK', own) } },
    group: group && { ...group, settings: { ...group.settings, environmentVariables: ofGroup ?? [] } },
    accountVariables: named('ACCOUNT', accountVariables),
  }
}

describe('the sources of settings', () => {
  it('come with the values of the effective check, whatever its levels say', () => {
    fc.assert(
      fc.property(worlds, ({ check, group, account, accountVariables }) => {
        const effective = effectiveCheck(check, group)
        const found = sourcedSettings({ check, group, account })
        const entries = sourcedEntries({ check, group, accountVariables })
        expect({
          activated: found.activated.value,
          muted: found.muted.value,
          runParallel: found.runParallel.value,
          retryStrategy: found.retryStrategy.value,
          runtimeId: found.runtimeId.value,
          alertSettings: found.alertSettings.value,
          queues: queuesOf({
            ...effective,
            locations: found.locations.value,
            privateLocations: found.privateLocations.value,
          }),
          tags: keysOf(entries.tags),
          variables: keysOf(entries.environmentVariables),
        }).toEqual({
          activated: effective.activated,
          muted: effective.muted,
          runParallel: effective.runParallel,
          retryStrategy: effectiveRetryStrategy(effective),
          runtimeId: effective.settings.runtimeId ?? account.runtimeId,
          alertSettings: effectiveAlertSettings({ account: account.alertSettings, check: check.settings, group }),
          queues: queuesOf(effective),
          tags: effective.tags,
          variables: keysOf(mergedVariables(accountVariables, group, check)),
        })
      }),
    )
  })

  it('come with the request of the effective check', () => {
    const ofApi = worlds.filter(({ check }) => check.checkType === 'API')
    fc.assert(
      fc.property(ofApi, ({ check, group, account, accountVariables }) => {
        const { headers, queryParameters, assertions: merged, basicAuth } = requestOf(effectiveCheck(check, group))
        const entries = sourcedEntries({ check, group, accountVariables })
        expect(keysOf(entries.headers)).toEqual(keysOf(headers))
        expect(keysOf(entries.queryParameters)).toEqual(keysOf(queryParameters))
        expect(entries.assertions.map(({ assertion }) => assertion)).toEqual(merged)
        expect(sourcedSettings({ check, group, account }).basicAuth.value).toBe(basicAuth !== null)
      }),
    )
  })

  it('name a level that says the value itself, and what the check says only where another level decides', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const found = sourcedSettings(world)
        for (const [name, levels] of Object.entries(saidIn(world))) {
          const { value, source, own = levels['CHECK'] } = found[name as keyof typeof found]
          expect([name, levels[source], own]).toEqual([name, value, levels['CHECK']])
          expect([name, source === 'CHECK' && 'own' in found[name as keyof typeof found]]).toEqual([name, false])
        }
      }),
    )
  })

  it('name the levels of a variable in the order in which they decide', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        for (const { key, source, alsoIn } of sourcedEntries(world).environmentVariables)
          expect([source, ...alsoIn]).toEqual(levelsWith(world, key))
      }),
    )
  })

  it('name the level whose value a variable has', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const { check, group, accountVariables } = withLevelsAsValues(world)
        const values = mergedVariables(accountVariables, group, check).map(({ key, value }) => [key, value])
        const named = sourcedEntries(world).environmentVariables.map(({ key, source }) => [key, source])
        expect(values).toEqual(named)
      }),
    )
  })

  it('contain no value of a variable, a header or a query parameter', () => {
    fc.assert(
      fc.property(worlds, ({ check, group, account, accountVariables }) => {
        const shown = {
          ...sourcedSettings({ check, group, account }),
          ...sourcedEntries({ check, group, accountVariables }),
        }
        const { assertions: _assertions, ...named } = shown
        expect(JSON.stringify(named)).not.toMatch(/"value":"value"|password|run\(\)/)
      }),
    )
  })

  it('say that the setup of the group runs before that of the check, and its teardown after', () => {
    fc.assert(
      fc.property(worlds, ({ check, group, accountVariables }) => {
        const { setup, tearDown } = sourcedEntries({ check, group, accountVariables })
        const orders = [setup, tearDown].map((steps) => [...new Set(steps.map(({ source }) => source))].join())
        expect(['', 'GROUP', 'CHECK', 'GROUP,CHECK']).toContain(orders[0])
        expect(['', 'GROUP', 'CHECK', 'CHECK,GROUP']).toContain(orders[1])
      }),
    )
  })
})
