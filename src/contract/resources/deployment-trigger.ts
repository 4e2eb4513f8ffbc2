import Type from 'typebox'
import type { Static } from 'typebox'
import { defaultLocation, regions } from '../locations.ts'
import { Nullable, OneOf } from '../schema.ts'
import { largestId } from './alert-channel-subscription.ts'

const Filter = (of: string) =>
  Nullable(Type.String({ maxLength: 255 }), {
    default: null,
    description: `Only deployments whose ${of} this RE2 regular expression is found in. Null: all.`,
    examples: ['^Preview'],
  })

/** Runs a check or a group when a repository is deployed. */
export const DeploymentTriggerBodySchema = Type.Object({
  checkId: Type.Optional(Nullable(Type.String({ maxLength: 100 }), { description: 'Either this or groupId.' })),
  groupId: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: largestId }))),
  repoId: Type.Unsafe<string | number>({
    type: ['string', 'integer'],
    minLength: 1,
    maxLength: 100,
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The id of the repository at the provider.',
    examples: [1296269],
  }),
  repoName: Type.String({ minLength: 1, maxLength: 255, examples: ['octocat/hello-world'] }),
  repoLink: Type.Optional(Type.String({ maxLength: 2048, default: '' })),
  useEnvironmentUrl: Type.Optional(
    Type.Boolean({ default: true, description: 'Send API and URL requests to the host of the deployment.' }),
  ),
  includeScreenshots: Type.Optional(Type.Boolean({ default: false })),
  provider: Type.Optional(OneOf(['GITHUB'], { default: 'GITHUB' })),
  runLocation: Type.Optional(OneOf(regions, { default: defaultLocation })),
  environmentRegexFilter: Type.Optional(Filter('environment')),
  environmentUrlRegexFilter: Type.Optional(Filter('environment URL')),
})
export type DeploymentTriggerBody = Static<typeof DeploymentTriggerBodySchema>

export const DeploymentTriggerSchema = Type.Object({
  id: Type.Number(),
  checkId: Nullable(Type.String()),
  groupId: Nullable(Type.Number()),
  provider: Type.String(),
  repoId: Type.String(),
  repoName: Type.String(),
  repoLink: Nullable(Type.String()),
  useEnvironmentUrl: Type.Boolean(),
  includeScreenshots: Type.Boolean(),
  environmentRegexFilter: Nullable(Type.String()),
  environmentUrlRegexFilter: Nullable(Type.String()),
  runLocation: Type.String(),
  created_at: Type.String(),
  updated_at: Nullable(Type.String()),
})
export type DeploymentTriggerResource = Static<typeof DeploymentTriggerSchema>
