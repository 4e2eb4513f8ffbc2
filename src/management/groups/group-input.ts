import { nothingInherited } from '#contract'
import type { CheckGroupBody, GroupDefinition, neverSet } from '#contract'
import type { NewGroup } from '#storage/checks'

/** The fields of a create or update body of a group, already validated by the schema of its route. */
export type GroupInput = Omit<Partial<CheckGroupBody>, 'retryStrategy'> & {
  /** `neverSet`: as if none had ever been set. */
  readonly retryStrategy?: NonNullable<CheckGroupBody['retryStrategy']> | typeof neverSet | null
}

/** A group before the body that creates it is applied. */
export const blankGroup = (identity: {
  readonly accountId: string
  readonly generation: GroupDefinition['generation']
  readonly createdAt: Date
}): NewGroup => ({
  ...identity,
  name: '',
  activated: true,
  muted: false,
  tags: [],
  settings: {
    concurrency: 3,
    locations: null,
    privateLocations: null,
    ...nothingInherited,
    alertSettings: null,
    useGlobalAlertSettings: null,
    retryStrategy: 'FALLBACK',
    doubleCheck: false,
    apiCheckDefaults: { url: '', headers: [], queryParameters: [], assertions: [], basicAuth: null },
    environmentVariables: [],
    setupSnippetId: null,
    tearDownSnippetId: null,
    localSetupScript: null,
    localTearDownScript: null,
  },
  version: 1,
  updatedAt: null,
})
