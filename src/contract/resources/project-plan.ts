import Type from 'typebox'
import type { Static } from 'typebox'
import { AnyObject, Nullable, OneOf } from '../schema.ts'
import { ProjectSchema } from './project.ts'

const values = 'Secrets are { "$masked": "same" | "changed" }, long texts { "$hash": … }. Absent: it is not there.'
const before = Type.Optional(Type.Unknown({ description: values }))
const after = Type.Optional(Type.Unknown())
const path = Type.String({ description: 'A JSON Pointer (RFC 6901) to the property.', examples: ['/request/url'] })
const secret = Type.Optional(Type.Boolean({ description: 'The property is a secret: no value of it is shown.' }))

/** A property that was changed by hand since the last deployment. */
const PropertyDriftSchema = Type.Object({ path, before, after, secret })
export type PropertyDrift = Static<typeof PropertyDriftSchema>

/** A property that a deployment would change. */
const PropertyChangeSchema = Type.Object({
  path,
  origin: OneOf(['code', 'remote', 'both', 'unmanaged'], {
    description:
      'The side that moved since the last deployment: the code, the account (remote), or both. unmanaged: it is not known what was deployed.',
  }),
  before,
  after,
  remote: Type.Optional(
    Type.Object({ before, after }, { description: 'What the property was changed to in the account, and from what.' }),
  ),
  secret,
  cause: Type.Optional(Type.String({ description: 'Why the resource is written although no property of it changes.' })),
})
export type PropertyChange = Static<typeof PropertyChangeSchema>

const resource = {
  type: Type.String(),
  logicalId: Type.String(),
  physicalId: Type.Optional(Type.Union([Type.String(), Type.Number()], { description: 'Absent: it would be new.' })),
  foldedInto: Type.Optional(
    Type.Object(
      { type: Type.String(), logicalId: Type.String() },
      { description: 'The check or group that the subscription or the assigned private location is shown with.' },
    ),
  ),
}

export const planActions = ['CREATE', 'UPDATE', 'DELETE', 'DETACH', 'UNCHANGED'] as const

/** A resource in the plan of a deployment. */
const PlanEntrySchema = Type.Object({
  ...resource,
  action: OneOf(planActions, { description: 'DETACH: it stays, and belongs to no project any more.' }),
  changed: Type.Boolean({ description: 'False for UNCHANGED alone.' }),
  origin: Type.Optional(
    OneOf(['code', 'remote', 'unmanaged'], {
      description: 'Why: the code changed, or only the account did (remote). Absent for UNCHANGED.',
    }),
  ),
  adopted: Type.Optional(Type.Boolean({ description: 'True: it was made by hand, and belongs to the project then.' })),
  sourceFile: Type.Optional(Type.String()),
  changes: Type.Optional(Type.Array(PropertyChangeSchema, { description: 'Of UPDATE, unless detail is summary.' })),
  before: Type.Optional(
    AnyObject({ description: 'With detail=full: the resource as it is, with ids of others and without secrets.' }),
  ),
})
export type PlanEntry = Static<typeof PlanEntrySchema>

export const DeploymentPlanSchema = Type.Object({
  planToken: Type.String({
    description: 'For the deployment: it changes nothing when the resources of the project changed since.',
  }),
  diff: Type.Array(PlanEntrySchema),
  project: Nullable(ProjectSchema),
})
export type DeploymentPlan = Static<typeof DeploymentPlanSchema>

export const planDetails = ['summary', 'changes', 'full'] as const
export type PlanDetail = (typeof planDetails)[number]

const DriftEntrySchema = Type.Object({
  ...resource,
  action: OneOf(['UPDATE', 'DELETE'], { description: 'What happened to it by hand.' }),
  changes: Type.Optional(
    Type.Array(PropertyDriftSchema, {
      description: 'Of UPDATE. Absent: the last deployment was made by an older version of the service.',
    }),
  ),
})
export type DriftEntry = Static<typeof DriftEntrySchema>

export const ProjectDriftSchema = Type.Object({ project: ProjectSchema, drift: Type.Array(DriftEntrySchema) })
export type ProjectDrift = Static<typeof ProjectDriftSchema>
