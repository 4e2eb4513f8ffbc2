import { CheckGroupCreateBodySchema, CheckGroupV2CreateBodySchema, updateRules } from '#contract'
import { createGroup, deleteGroup, updateGroup } from '#management'
import type { GroupInput } from '#management'
import { invariant } from '#kernel'
import { listCheckGroupFields, listCheckGroupForms } from '../import-forms/check-group-form.ts'
import { completeBody } from '../complete-body.ts'
import type { Payload, ResourceType } from '../resource-type.ts'
import { unlessGone } from '../unless-gone.ts'

const schemas = { 1: CheckGroupCreateBodySchema, 2: CheckGroupV2CreateBodySchema } as const
const rules = { 1: updateRules['updateCheckGroup'], 2: updateRules['updateCheckGroupV2'] } as const
const notInCode = ['alertChannelSubscriptions', 'privateLocations', 'browserCheckDefaults']

/** `v` is absent in groups of the first version. */
const generationOf = ({ v }: Payload): 1 | 2 => (v === 2 ? 2 : 1)

export const checkGroup: ResourceType = {
  hasNumericIds: true,
  isLeaf: false,
  references: [],
  listForms: listCheckGroupForms,
  listFields: listCheckGroupFields,
  read: ({ v, ...fields }, { privateLocations }) => ({
    schema: schemas[generationOf({ v })],
    body: { ...fields, ...(privateLocations.length > 0 && { privateLocations: [...privateLocations] }) },
  }),
  create: async ({ store, caller }, { body, payload }) => {
    const input = { generation: generationOf(payload), body: inputOf(body), autoAssignAlerts: false }
    return String((await createGroup(store, caller, input)).group.id)
  },
  update: async ({ store, caller }, id, { body: given, payload }) => {
    const { privateLocations: _assigned, ...body } = given
    const generation = generationOf(payload)
    const rule = rules[generation]
    invariant(rule, 'groups of both versions have update rules')
    const complete = completeBody(body, { rule, schema: schemas[generation], kept: notInCode })
    await updateGroup(store, caller, { id: Number(id), generation, body: inputOf(complete) })
    return id
  },
  remove: ({ store, caller }, id) =>
    unlessGone(deleteGroup(store, caller, { id: Number(id) }), 'CHECK_GROUP_NOT_FOUND'),
}

/** The cast is safe because the body was validated by the schema of its version. */
const inputOf = (body: Payload) => body as GroupInput
